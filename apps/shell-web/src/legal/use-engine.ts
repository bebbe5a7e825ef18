import { listStyles } from '@shop/contracts-art/routes';
import { api, queryKeys } from '@shop/web-kit';
import { useQuery } from '@tanstack/react-query';

/** The engine that draws: `built-in` or `openai`. Undefined while it is unknown: texts are then neutral. */
export const useEngine = (): string | undefined =>
  useQuery({
    queryKey: queryKeys.styles,
    queryFn: ({ signal }) => api.call(listStyles, { signal }),
    retry: false,
  }).data?.[0]?.engine;
