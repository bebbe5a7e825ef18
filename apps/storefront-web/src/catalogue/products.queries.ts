import { listProducts, listVariants } from '@shop/contracts-catalog/routes';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** The active products, newest first. */
export const productsQuery = queryOptions({
  queryKey: queryKeys.products,
  queryFn: ({ signal }) => api.list(listProducts, { signal }),
});

/** Sizes and colours of one product; loaded only once a product is chosen. */
export const variantsQuery = (productId: string | null) =>
  queryOptions({
    queryKey: [...queryKeys.variants, productId],
    queryFn: ({ signal }) => api.call(listVariants, { params: { id: productId ?? '' }, signal }),
    enabled: productId !== null,
  });
