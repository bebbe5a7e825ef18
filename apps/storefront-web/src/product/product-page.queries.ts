import { getProductPage } from '@shop/contracts-catalog/routes';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** What the page of a product says. */
export const productPageQuery = (slug: string) =>
  queryOptions({
    queryKey: [...queryKeys.products, 'page', slug],
    queryFn: ({ signal }) => api.call(getProductPage, { params: { slug }, signal }),
  });
