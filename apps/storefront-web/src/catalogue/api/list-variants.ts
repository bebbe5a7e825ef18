import { variantReader } from '@shop/contracts/catalog';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

const variantsSchema = z.array(variantReader);

/** Sizes and colours of one product; loaded only once a product is chosen. */
export const variantsQuery = (productId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.variants, productId],
    queryFn: ({ signal }) =>
      api.get(`/api/products/${encodeURIComponent(productId ?? '')}/variants`, variantsSchema, { signal }),
    enabled: productId !== null,
  });
