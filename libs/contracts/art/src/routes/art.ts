import {
  artworkDetailsSchema,
  artworkSourceReader,
  artworkSourceSchema,
  designSchema,
  generateRequestSchema,
  generationSchema,
  ownDesignsQuerySchema,
  printFileLinkSchema,
  selectedPrintFilesReader,
  selectedPrintFilesSchema,
  styleSchema,
  uploadedImageSchema,
  styleReader,
  uploadReader,
  generationReader,
  designReader,
  progressSchema,
} from '../index.js';
import { selectedOrdersQuerySchema } from '@shop/contracts-common';
import type { Route } from '@shop/contracts-common/routes';

export const listStyles = {
  method: 'GET',
  path: '/api/styles',
  service: 'art',
  access: 'public',
  limit: 'read',
  sessionless: true,
  answer: { status: 200, schema: styleSchema, isList: true },
  reader: styleReader,
} as const satisfies Route;

export const uploadPhoto = {
  method: 'POST',
  path: '/api/upload',
  service: 'art',
  access: 'guest',
  limit: 'upload',
  response: 'long',
  body: 'upload',
  answer: { status: 201, schema: uploadedImageSchema },
  reader: uploadReader,
} as const satisfies Route;

export const generateArtwork = {
  method: 'POST',
  path: '/api/generate',
  service: 'art',
  access: 'guest',
  limit: 'generate',
  response: 'long',
  body: generateRequestSchema,
  answer: { status: 201, schema: generationSchema },
  reader: generationReader,
} as const satisfies Route;

export const streamProgress = {
  method: 'GET',
  path: '/api/generate/:key/progress',
  service: 'art',
  access: 'session',
  limit: 'read',
  response: 'stream',
  answer: { status: 200, type: 'text/event-stream' },
  reader: progressSchema,
} as const satisfies Route;

export const getPartialArtwork = {
  method: 'GET',
  path: '/api/generate/:key/partials/:number',
  service: 'art',
  access: 'session',
  limit: 'file',
  answer: { status: 200, type: 'image/webp' },
} as const satisfies Route;

export const listDesigns = {
  method: 'GET',
  path: '/api/designs',
  service: 'art',
  access: 'user',
  limit: 'read',
  query: ownDesignsQuerySchema,
  answer: { status: 200, schema: designSchema, isList: true, isPaged: true },
  reader: designReader,
} as const satisfies Route;

export const listGuestDesigns = {
  method: 'GET',
  path: '/api/guest/designs',
  service: 'art',
  access: 'public',
  limit: 'read',
  answer: { status: 200, schema: designSchema, isList: true },
  reader: designReader,
} as const satisfies Route;

export const getSignedPrintFile = {
  method: 'GET',
  path: '/api/print-files/:file',
  service: 'art',
  access: 'public',
  limit: 'file',
  sessionless: true,
  query: printFileLinkSchema,
  answer: { status: 200, type: 'image/png' },
} as const satisfies Route;

export const getArtwork = {
  method: 'GET',
  path: '/api/artworks/:id',
  service: 'art',
  access: 'public',
  limit: 'lookup',
  sessionless: true,
  answer: { status: 200, schema: artworkDetailsSchema },
  reader: artworkDetailsSchema,
} as const satisfies Route;

export const getArtworkSource = {
  method: 'GET',
  path: '/api/artworks/:id/source',
  service: 'art',
  access: 'session',
  limit: 'lookup',
  answer: { status: 200, schema: artworkSourceSchema },
  reader: artworkSourceReader,
} as const satisfies Route;

export const listSelectedPrintFiles = {
  method: 'GET',
  path: '/api/admin/print-files',
  service: 'art',
  access: 'admin',
  limit: 'read',
  query: selectedOrdersQuerySchema,
  answer: { status: 200, schema: selectedPrintFilesSchema },
  reader: selectedPrintFilesReader,
} as const satisfies Route;

export const downloadPrintFiles = {
  method: 'GET',
  path: '/api/admin/print-files.zip',
  service: 'art',
  access: 'admin',
  limit: 'archive',
  query: selectedOrdersQuerySchema,
  answer: { status: 200, type: 'application/zip' },
} as const satisfies Route;

export const getPrintFile = {
  method: 'GET',
  path: '/api/admin/print-files/:id',
  service: 'art',
  access: 'admin',
  limit: 'file',
  answer: { status: 200, type: 'image/png' },
} as const satisfies Route;

/** Public pictures need no session, so they are sent while identity-svc is down. A photo is sent to its owner and to admins only. */
export const getMedia = {
  method: 'GET',
  path: '/media/:id',
  service: 'art',
  access: 'public',
  limit: 'file',
  identity: 'if-known',
  answer: { status: 200 },
} as const satisfies Route;

export const uploadProductPicture = {
  method: 'POST',
  path: '/api/admin/product-pictures',
  service: 'art',
  access: 'admin',
  limit: 'upload',
  response: 'long',
  body: 'upload',
  answer: { status: 201, schema: uploadedImageSchema },
  reader: uploadedImageSchema,
} as const satisfies Route;
