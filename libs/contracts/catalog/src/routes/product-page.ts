import type { Route } from '@shop/contracts-common/routes';
import { productPageReader, productPageSchema } from '../product-page.js';

/** In a file of its own, because the list of products loads none of its schemas. */
export const getProductPage = {
  method: 'GET',
  path: '/api/products/:slug',
  service: 'catalog',
  access: 'public',
  limit: 'read',
  sessionless: true,
  answer: { status: 200, schema: productPageSchema },
  reader: productPageReader,
} as const satisfies Route;
