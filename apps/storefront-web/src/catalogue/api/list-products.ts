import { productReader } from '@shop/contracts/catalog';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

const productsSchema = z.array(productReader);

/** The active products, newest first. */
export const productsQuery = queryOptions({
  queryKey: queryKeys.products,
  queryFn: ({ signal }) => api.get('/api/products', productsSchema, { signal }),
});
