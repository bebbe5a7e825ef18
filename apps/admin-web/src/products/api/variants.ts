import { adminVariantSchema, type VariantChange, type VariantForm } from '@shop/contracts/catalog';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { adminKeys } from '../../admin-keys.js';

const variantsSchema = z.array(adminVariantSchema);
const addressOf = (productId: string): string => `/api/admin/products/${productId}/variants`;

export const variantsQuery = (productId: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(productId), 'variants'],
    queryFn: ({ signal }) => api.get(addressOf(productId), variantsSchema, { signal }),
  });

export const addVariant = ({ productId, form }: { productId: string; form: VariantForm }): Promise<unknown> => api.post(addressOf(productId), form, z.unknown());

export const changeVariant = ({ productId, id, change }: { productId: string; id: string; change: VariantChange }): Promise<unknown> =>
  api.patch(`${addressOf(productId)}/${id}`, change, z.unknown());
