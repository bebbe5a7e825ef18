import { getAdminProduct, getProductTimeline, listAdminProducts, listAdminVariants } from '@shop/contracts/routes';
import { api } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { getItem, ROWS_PER_PAGE, type ListDefinition } from '../lists/list-query.js';

export const productsList: ListDefinition<typeof listAdminProducts> = {
  listKey: adminKeys.products,
  route: listAdminProducts,
  firstPageUrl: api.url(listAdminProducts, { query: { limit: ROWS_PER_PAGE } }),
};

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: adminKeys.product(id),
    queryFn: ({ signal }) =>
      getItem(
        id,
        () => api.call(getAdminProduct, { params: { id }, signal }),
        () => api.call(listAdminProducts, { signal }),
      ),
    // The edit form is based on this data: a background refetch must not change it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const productTimelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(id), 'timeline'],
    queryFn: ({ signal }) => api.call(getProductTimeline, { params: { id }, signal }),
  });

export const variantsQuery = (productId: string) =>
  queryOptions({
    queryKey: [...adminKeys.product(productId), 'variants'],
    queryFn: ({ signal }) => api.call(listAdminVariants, { params: { id: productId }, signal }),
  });
