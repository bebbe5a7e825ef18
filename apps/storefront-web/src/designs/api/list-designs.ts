import { designSchema } from '@shop/contracts/art';
import { api, queryKeys } from '@shop/web-kit';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';

const designsSchema = z.array(designSchema);

/** While an artwork is still being drawn the list looks again. */
const WHILE_DRAWING_MS = 3_000;

const FIRST = '/api/designs';

/** Newest first, in pages; each names the next (`Link`). What is still being drawn is among the newest. */
export const designsQuery = infiniteQueryOptions({
  queryKey: queryKeys.designs,
  queryFn: ({ pageParam, signal }) => api.page(pageParam, designsSchema, { signal }),
  initialPageParam: FIRST,
  getNextPageParam: (last) => last.next,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.pages[0]?.rows.some(({ status }) => status === 'pending' || status === 'processing') ? WHILE_DRAWING_MS : false,
});
