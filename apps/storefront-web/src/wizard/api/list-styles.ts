import { styleReader } from '@shop/contracts/art';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

const stylesSchema = z.array(styleReader);

export const stylesQuery = queryOptions({
  queryKey: queryKeys.styles,
  queryFn: ({ signal }) => api.get('/api/styles', stylesSchema, { signal }),
});
