import type { Route } from '@shop/contracts-common/routes';
import { figuresQuerySchema, figuresReader, figuresSchema } from '../index.js';

export const getFigures = {
  method: 'GET',
  path: '/api/admin/figures',
  service: 'order',
  access: 'admin',
  limit: 'read',
  query: figuresQuerySchema,
  answer: { status: 200, schema: figuresSchema },
  reader: figuresReader,
} as const satisfies Route;
