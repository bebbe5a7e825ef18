import type { Route } from '@shop/contracts-common/routes';
import { adminShopReader, adminShopSchema, changeShopRequestSchema, shopReader, shopSchema } from '../index.js';

export const getShop = {
  method: 'GET',
  path: '/api/shop',
  service: 'order',
  access: 'public',
  limit: 'read',
  sessionless: true,
  answer: { status: 200, schema: shopSchema },
  reader: shopReader,
} as const satisfies Route;

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
