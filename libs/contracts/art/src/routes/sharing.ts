import type { Route } from '@shop/contracts-common/routes';
import {
  newShareLinkReader,
  newShareLinkSchema,
  sharedArtworkReader,
  sharedArtworkSchema,
  shareLinkReader,
  shareLinkSchema,
} from '../index.js';

export const listShareLinks = {
  method: 'GET',
  path: '/api/artworks/:id/share-links',
  service: 'art',
  access: 'session',
  limit: 'lookup',
  answer: { status: 200, schema: shareLinkSchema, isList: true },
  reader: shareLinkReader,
} as const satisfies Route;

export const createShareLink = {
  method: 'POST',
  path: '/api/artworks/:id/share-links',
  service: 'art',
  access: 'session',
  limit: 'change',
  answer: { status: 201, schema: newShareLinkSchema },
  reader: newShareLinkReader,
} as const satisfies Route;

export const endShareLink = {
  method: 'DELETE',
  path: '/api/share-links/:id',
  service: 'art',
  access: 'session',
  limit: 'change',
  answer: { status: 204 },
} as const satisfies Route;

export const getSharedArtwork = {
  method: 'GET',
  path: '/api/shared-artworks/:token',
  service: 'art',
  access: 'public',
  limit: 'lookup',
  sessionless: true,
  answer: { status: 200, schema: sharedArtworkSchema },
  reader: sharedArtworkReader,
} as const satisfies Route;

/** Not below `/api`, which robots must not read: messengers show it beside the link. */
export const getSharedPicture = {
  method: 'GET',
  path: '/media/shared/:token',
  service: 'art',
  access: 'public',
  limit: 'file',
  sessionless: true,
  answer: { status: 200 },
} as const satisfies Route;
