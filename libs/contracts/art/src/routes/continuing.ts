import type { Route } from '@shop/contracts-common/routes';
import {
  continuedDesignReader,
  continuedDesignSchema,
  continueRequestSchema,
  openContinueLinkSchema,
} from '../index.js';

export const sendContinueLink = {
  method: 'POST',
  path: '/api/artworks/:id/continue-links',
  service: 'art',
  access: 'session',
  limit: 'contact',
  body: continueRequestSchema,
  answer: { status: 204 },
} as const satisfies Route;

/** With a guest's session, as the other browser may have none. */
export const openContinueLink = {
  method: 'POST',
  path: '/api/continue-links/open',
  service: 'art',
  access: 'guest',
  limit: 'contact',
  body: openContinueLinkSchema,
  answer: { status: 200, schema: continuedDesignSchema },
  reader: continuedDesignReader,
} as const satisfies Route;
