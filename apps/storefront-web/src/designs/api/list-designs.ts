import { designSchema, type Design } from '@shop/contracts/art';
import { isShort, pagesOf, queryKeys, type Pages } from '@shop/web-kit';
import * as z from 'zod/mini';

const designsSchema = z.array(designSchema);

/** While an artwork is still being drawn the list looks again. */
const POLL_IN_PROGRESS_MS = 3_000;

const isInProgress = ({ status }: Design): boolean => status === 'pending' || status === 'processing';

/** Newest first, in pages. What is still being drawn is among the newest. */
export const designsQuery = {
  ...pagesOf({ key: queryKeys.designs, first: '/api/designs', rows: designsSchema }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { state: { data?: Pages<Design> } }): number | false =>
    isShort(data) && data?.pages[0]?.rows.some(isInProgress) === true && POLL_IN_PROGRESS_MS,
};
