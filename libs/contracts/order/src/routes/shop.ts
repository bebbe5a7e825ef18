import type { Route } from '@shop/contracts-common/routes';
import { shopReader, shopSchema } from '../index.js';

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
