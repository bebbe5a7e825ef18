import type { Route } from '@shop/contracts-common/routes';
import { adminStyleReader, adminStyleSchema, styleChangeSchema, styleMoveSchema } from '../index.js';

export const listAdminStyles = {
  method: 'GET',
  path: '/api/admin/styles',
  service: 'art',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminStyleSchema, isList: true },
  reader: adminStyleReader,
} as const satisfies Route;

export const changeStyle = {
  method: 'PATCH',
  path: '/api/admin/styles/:key',
  service: 'art',
  access: 'admin',
  limit: 'change',
  body: styleChangeSchema,
  answer: { status: 200, schema: adminStyleSchema },
  reader: adminStyleReader,
} as const satisfies Route;

export const moveStyle = {
  method: 'POST',
  path: '/api/admin/styles/:key/move',
  service: 'art',
  access: 'admin',
  limit: 'change',
  body: styleMoveSchema,
  answer: { status: 204 },
} as const satisfies Route;
