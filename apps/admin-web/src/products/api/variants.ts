import { adminVariantReader, type VariantChange, type VariantForm } from '@shop/contracts/catalog';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { adminKeys } from '../../admin-keys.js';

const variantsSchema = z.array(adminVariantReader);
const getVariantsPath = (productId: string): string => `/api/admin/products/${encodeURIComponent(productId)}/variants`;

export const variantsQuery = (productId: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(productId), 'variants'],
    queryFn: ({ signal }) => api.get(getVariantsPath(productId), variantsSchema, { signal }),
  });

/** Idempotent: the same `key` creates one variant. */
export const addVariant = ({
  productId,
  key,
  form,
}: {
  productId: string;
  key: string;
  form: VariantForm;
}): Promise<unknown> =>
  api.post(getVariantsPath(productId), form, z.unknown(), { headers: { 'idempotency-key': key } });

export const changeVariant = ({
  productId,
  id,
  change,
}: {
  productId: string;
  id: string;
  change: VariantChange;
}): Promise<unknown> => api.patch(`${getVariantsPath(productId)}/${encodeURIComponent(id)}`, change, z.unknown());
