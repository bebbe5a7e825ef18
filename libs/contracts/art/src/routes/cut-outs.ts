import { cutOutSchema, previewQuerySchema, cutOutReader } from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const getAutomaticCutOut = {
  method: 'GET',
  path: '/api/uploads/:id/cut-out',
  service: 'art',
  access: 'session',
  limit: 'preview',
  answer: { status: 200, schema: cutOutSchema },
  reader: cutOutReader,
} as const satisfies Route;

export const getCutOutMask = {
  method: 'GET',
  path: '/api/uploads/:id/cut-outs/:cutOutId',
  service: 'art',
  access: 'session',
  limit: 'file',
  answer: { status: 200, type: 'image/png' },
} as const satisfies Route;

export const saveCutOut = {
  method: 'POST',
  path: '/api/uploads/:id/cut-outs',
  service: 'art',
  access: 'session',
  limit: 'cut-out',
  body: 'upload',
  answer: { status: 201, schema: cutOutSchema },
  reader: cutOutReader,
} as const satisfies Route;

export const getStylePreview = {
  method: 'GET',
  path: '/api/uploads/:id/previews/:styleKey',
  service: 'art',
  access: 'session',
  limit: 'preview',
  query: previewQuerySchema,
  answer: { status: 200, type: 'image/webp' },
} as const satisfies Route;
