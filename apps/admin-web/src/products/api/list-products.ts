import { productSchema } from '@shop/contracts/catalog';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { adminKeys } from '../../admin-keys.js';

const productsSchema = z.array(productSchema);

export const productsQuery = queryOptions({
  queryKey: adminKeys.products,
  queryFn: ({ signal }) => api.get('/api/admin/products', productsSchema, { signal }),
});
