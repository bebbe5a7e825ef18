import type { Route } from '@shop/contracts-common/routes';
import { adminShopReader, adminShopSchema, changeShopRequestSchema } from '../index.js';

export const getAdminShop = {
  method: 'GET',
  path: '/api/admin/shop',
  service: 'order',
  access: 'admin',
  limit: 'read',
  answer: { status: 200, schema: adminShopSchema },
  reader: adminShopReader,
} as const satisfies Route;

export const changeShop = {
  method: 'PUT',
  path: '/api/admin/shop',
  service: 'order',
  access: 'admin',
  permission: 'all',
  limit: 'change',
  body: changeShopRequestSchema,
  answer: { status: 200, schema: adminShopSchema },
  reader: adminShopReader,
} as const satisfies Route;
