import type { DisplayedAdminReview, ReviewDecision, ReviewStatus } from '@shop/contracts-catalog';
import { decideReview, deleteReview, getReviewSummary, listAdminReviews } from '@shop/contracts-catalog/routes';
import { api, toast, toIfMatch } from '@shop/web-kit';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { isMissingCall } from '../failures.js';
import { invalidateShortLists, type ListDefinition, ROWS_PER_PAGE, updateRow } from '../lists/list-query.js';
import { useAdminMutation } from '../lists/use-admin-mutation.js';

/** How often an open page looks for new reviews. */
const REFETCH_INTERVAL_MS = 60_000;

const reviewSummaryQuery = queryOptions({
  queryKey: adminKeys.reviewSummary,
  queryFn: async ({ signal }) => {
    try {
      return await api.call(getReviewSummary, { signal });
    } catch (error) {
      // Other servers have no reviews.
      if (isMissingCall(error)) return { pending: 0 };
      throw error;
    }
  },
  refetchInterval: REFETCH_INTERVAL_MS,
});

/** Number of reviews that wait for a decision; 0 until it is loaded. */
export const usePendingCount = (): number => useQuery(reviewSummaryQuery).data?.pending ?? 0;

/** `status` undefined: all. */
export const getReviewsList = (status: ReviewStatus | undefined): ListDefinition<typeof listAdminReviews> => ({
  listKey: adminKeys.reviews,
  route: listAdminReviews,
  firstPageUrl: api.url(listAdminReviews, { query: { limit: ROWS_PER_PAGE, ...(status && { status }) } }),
});

/** The decided review stays in its list until that is loaded again, so that a wrong press is undone where it happened. */
export function useReviewChanges({ id, version }: Pick<DisplayedAdminReview, 'id' | 'version'>) {
  const queryClient = useQueryClient();
  const refreshSummary = () => queryClient.invalidateQueries({ queryKey: adminKeys.reviewSummary });
  const showError = (title: string, description: string) => () => toast({ title, description, variant: 'destructive' });
  const decide = useAdminMutation({
    list: adminKeys.reviews,
    mutationFn: (status: ReviewDecision['status']) =>
      api.call(decideReview, { params: { id }, body: { status }, headers: toIfMatch(version) }),
    onSuccess: ({ status, version: newVersion }) => {
      updateRow<DisplayedAdminReview>(queryClient, adminKeys.reviews, id, { status, version: newVersion });
      toast({ title: status === 'published' ? 'Review published' : 'Review rejected' });
    },
    onError: showError('Update failed', 'Could not update review'),
    onSettled: refreshSummary,
  });
  const remove = useAdminMutation({
    list: adminKeys.reviews,
    mutationFn: () => api.call(deleteReview, { params: { id }, headers: toIfMatch(version) }),
    onSuccess: async () => {
      toast({ title: 'Review deleted' });
      await invalidateShortLists(queryClient, adminKeys.reviews);
    },
    onError: showError('Delete failed', 'Could not delete review'),
    onSettled: refreshSummary,
  });
  return { decide, remove };
}
