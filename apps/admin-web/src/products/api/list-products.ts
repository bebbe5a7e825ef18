import { adminProductReader } from '@shop/contracts/catalog';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';
import type { ListDefinition } from '../../lists/list-query.js';

const productsSchema = z.array(adminProductReader);

export const productsList: ListDefinition<typeof adminProductReader> = {
  listKey: adminKeys.products,
  path: '/api/admin/products',
  rowsSchema: productsSchema,
};
