import type { DisplayedDesign } from '@shop/contracts-art';
import { listDesigns, listGuestDesigns } from '@shop/contracts-art/routes';
import { api, isShortPagedData, pagedQueryOptions, queryKeys, type PagedData } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** The list is polled while an artwork is being generated. */
const POLL_IN_PROGRESS_MS = 3_000;

const isInProgress = ({ status }: DisplayedDesign): boolean => status === 'pending' || status === 'processing';

/** Newest first, in pages. Only the first page is checked for designs in progress, because those are the newest. */
export const designsQuery = {
  ...pagedQueryOptions({ key: queryKeys.designs, route: listDesigns, firstPageUrl: api.url(listDesigns) }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: PagedData<DisplayedDesign> } }): number | false =>
    isShortPagedData(data) && data?.pages[0]?.rows.some(isInProgress) === true && POLL_IN_PROGRESS_MS,
};

/** The completed designs of a guest's session, newest first. */
export const guestDesignsQuery = queryOptions({
  queryKey: [...queryKeys.designs, 'guest'],
  queryFn: ({ signal }) => api.call(listGuestDesigns, { signal }),
  staleTime: 0,
  select: (designs) => designs.filter(({ status, outputImage }) => status === 'completed' && outputImage),
});
