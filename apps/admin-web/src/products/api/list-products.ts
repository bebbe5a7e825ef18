import { adminProductSchema } from '@shop/contracts/catalog';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import type { ListOf } from '../../lists/paged-query.js';

const productsSchema = z.array(adminProductSchema);

export const productsList: ListOf<typeof adminProductSchema> = {
  listKey: adminKeys.products,
  path: '/api/admin/products',
  rows: productsSchema,
};
