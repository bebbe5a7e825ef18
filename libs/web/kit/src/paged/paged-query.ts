import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { api } from '../api/api-client.js';
import type { Page } from '../api/page.js';

/** Asking a list again asks for each of its pages, one after the other: done by itself for so many at the most (ADR 13). */
const MAX_REFETCHED_PAGES = 3;

export type Pages<Row> = InfiniteData<Page<Row>, string>;

/** Whether a list, as the browser holds it, is asked again by itself. */
export const isShort = (data: unknown): boolean =>
  ((data as Pages<unknown> | undefined)?.pages.length ?? 0) <= MAX_REFETCHED_PAGES;

interface PagedList<Row extends z.ZodMiniType> {
  key: readonly string[];
  /** Address of the first page. */
  first: string;
  rows: z.ZodMiniArray<Row>;
}

/** A list that the server hands out in pages; each names the next (`Link`). */
export const pagesOf = <Row extends z.ZodMiniType>({ key, first, rows }: PagedList<Row>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => api.page(pageParam, rows, { signal }),
    initialPageParam: first,
    getNextPageParam: (last) => last.next,
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    refetchOnReconnect: ({ state }) => isShort(state.data),
  });

/** The first page of a list that is not asked again as a whole. */
const keepFirstPageIfLong = <Row>(data: Pages<Row> | undefined): Pages<Row> | undefined =>
  data && (isShort(data) ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) });

type PagedQueryOptions<Row> = UseInfiniteQueryOptions<Page<Row>, Error, InfiniteData<Page<Row>>, readonly string[], string>;

/** The list, for as long as it is looked at; whoever comes back from far down in it begins at its top. */
export function usePages<Row>(options: PagedQueryOptions<Row>) {
  const queryClient = useQueryClient();
  const keyHash = JSON.stringify(options.queryKey);
  useEffect(
    () => () => {
      const queryKey = JSON.parse(keyHash) as string[];
      queryClient.setQueryData<Pages<Row>>(queryKey, keepFirstPageIfLong, {
        updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt,
      });
    },
    [queryClient, keyHash],
  );
  return useInfiniteQuery(options);
}
