import { api } from '@shop/web-kit';
import * as z from 'zod/mini';
import type { ProductPayload } from '../form/product-fields.rules.js';

type ProductChange = Partial<ProductPayload> & { version?: number };

/** Idempotent: the same `key` creates one product. */
export const createProduct = ({ key, form }: { key: string; form: ProductPayload }): Promise<unknown> =>
  api.post('/api/admin/products', form, z.unknown(), { headers: { 'idempotency-key': key } });

export const updateProduct = ({ id, change }: { id: string; change: ProductChange }): Promise<unknown> =>
  api.patch(`/api/admin/products/${encodeURIComponent(id)}`, change, z.unknown());

export const deleteProduct = (id: string): Promise<unknown> =>
  api.del(`/api/admin/products/${encodeURIComponent(id)}`, z.unknown());
