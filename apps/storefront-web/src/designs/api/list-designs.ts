import { designSchema } from '@shop/contracts/art';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

const designsSchema = z.array(designSchema);

/** While an artwork is still being drawn the list looks again. */
const WHILE_DRAWING_MS = 3_000;

export const designsQuery = queryOptions({
  queryKey: queryKeys.designs,
  queryFn: ({ signal }) => api.get('/api/designs', designsSchema, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'pending' || status === 'processing') ? WHILE_DRAWING_MS : false,
});
