import { REVIEWS_PER_PAGE } from '@shop/contracts-catalog';
import { getReviewInvitation, listReviews } from '@shop/contracts-catalog/routes';
import { api, pagedQueryOptions, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

export const reviewsQuery = (productId: string) =>
  pagedQueryOptions({
    key: [...queryKeys.products, productId, 'reviews'],
    route: listReviews,
    firstPageUrl: api.url(listReviews, { params: { id: productId }, query: { limit: REVIEWS_PER_PAGE } }),
  });

export const invitationQuery = (key: string) =>
  queryOptions({
    queryKey: ['review-invitation', key],
    queryFn: ({ signal }) => api.call(getReviewInvitation, { query: { key }, signal }),
    // What was written is not to be replaced by what is stored.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
