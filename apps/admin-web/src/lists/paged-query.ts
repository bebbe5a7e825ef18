import { api, type Page } from '@shop/web-kit';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';

/** Rows a page: fills the tallest window more than once. */
export const PAGE_ROWS = 50;
/** Asking a list again asks for each of its pages, one after the other: done by itself for so many at the most. */
const PAGES_ASKED_AGAIN = 3;

type Pages<Row> = InfiniteData<Page<Row>, string>;

/** Which list, in which filters. */
export interface ListOf<Row extends z.ZodType> {
  listKey: readonly string[];
  path: string;
  rows: z.ZodArray<Row>;
  filters?: Readonly<Record<string, string | undefined>>;
  limit?: number;
}

function firstPageOf({ path, filters = {}, limit = PAGE_ROWS }: ListOf<z.ZodType>): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `${path}?${query}`;
}

const isShort = (data: unknown): boolean => ((data as Pages<unknown> | undefined)?.pages.length ?? 0) <= PAGES_ASKED_AGAIN;

/** A list that the server filters and hands out in pages; each names the next (`Link`). */
export function pagedQuery<Row extends z.ZodType>(list: ListOf<Row>) {
  const first = firstPageOf(list);
  return infiniteQueryOptions({
    queryKey: [...list.listKey, first],
    queryFn: ({ pageParam, signal }) => api.page(pageParam, list.rows, { signal }),
    initialPageParam: first,
    getNextPageParam: (last) => last.next,
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    refetchOnReconnect: ({ state }) => isShort(state.data),
  });
}

const firstOnly = <Row>(data: Pages<Row> | undefined): Pages<Row> | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };

/** The list, for as long as it is looked at; whoever comes back begins at its top, with one call. */
export function usePagedList<Row extends z.ZodType>(list: ListOf<Row>) {
  const queryClient = useQueryClient();
  const options = pagedQuery(list);
  const hash = JSON.stringify(options.queryKey);
  useEffect(
    () => () => {
      const queryKey = JSON.parse(hash) as string[];
      queryClient.setQueryData<Pages<z.infer<Row>>>(queryKey, firstOnly, { updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt });
    },
    [queryClient, hash],
  );
  return useInfiniteQuery(options);
}

/** Writes a change of one row into every list of this kind that the browser holds. */
export function changeRow<Row extends { id: string }>(queryClient: QueryClient, listKey: readonly string[], id: string, change: Partial<Row>): void {
  queryClient.setQueriesData<Pages<Row>>({ queryKey: listKey }, (data) => {
    if (!data) return data;
    const rowsOf = (page: Page<Row>): Page<Row> =>
      page.rows.some((row) => row.id === id) ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) } : page;
    return { ...data, pages: data.pages.map(rowsOf) };
  });
}

/** Asks the lists of this kind again, but for those scrolled far down, in which `changeRow` has written what changed. */
export const askListsAgain = (queryClient: QueryClient, listKey: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey, predicate: ({ state }) => isShort(state.data) });
