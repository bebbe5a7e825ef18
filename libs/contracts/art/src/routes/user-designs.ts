import { userDesignsReader, userDesignsSchema } from '../index.js';
import type { Route } from '@shop/contracts-common/routes';

export const getUserDesigns = {
  method: 'GET',
  path: '/api/admin/users/:id/designs',
  service: 'art',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: userDesignsSchema },
  reader: userDesignsReader,
} as const satisfies Route;
