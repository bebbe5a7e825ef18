import { listStyles } from '@shop/contracts-art/routes';
import { api, queryKeys } from '@shop/web-kit';
import { queryOptions } from '@tanstack/react-query';

export const stylesQuery = queryOptions({
  queryKey: queryKeys.styles,
  queryFn: ({ signal }) => api.call(listStyles, { signal }),
});
