import { isShort, pagesOf, usePages, type Page, type Pages } from '@shop/web-kit';
import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';

/** Rows a page: fills the tallest window more than once. */
export const PAGE_ROWS = 50;

/** Which list, in which filters. */
export interface ListOf<Row extends z.ZodMiniType> {
  listKey: readonly string[];
  path: string;
  rows: z.ZodMiniArray<Row>;
  filters?: Readonly<Record<string, string | undefined>>;
  limit?: number;
}

function firstPageOf({ path, filters = {}, limit = PAGE_ROWS }: ListOf<z.ZodMiniType>): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `${path}?${query}`;
}

/** A list that the server filters and hands out in pages. */
export function pagedQuery<Row extends z.ZodMiniType>(list: ListOf<Row>) {
  const first = firstPageOf(list);
  return pagesOf({ key: [...list.listKey, first], first, rows: list.rows });
}

export const usePagedList = <Row extends z.ZodMiniType>(list: ListOf<Row>) => usePages(pagedQuery(list));

/** Writes a change of one row into every list of this kind that the browser holds. */
export function changeRow<Row extends { id: string }>(
  queryClient: QueryClient,
  listKey: readonly string[],
  id: string,
  change: Partial<Row>,
): void {
  queryClient.setQueriesData<Pages<Row>>({ queryKey: listKey }, (data) => {
    if (!data) return data;
    const rowsOf = (page: Page<Row>): Page<Row> =>
      page.rows.some((row) => row.id === id)
        ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }
        : page;
    return { ...data, pages: data.pages.map(rowsOf) };
  });
}

/** Asks the lists of this kind again, but for those scrolled far down, in which `changeRow` has written what changed. */
export const askListsAgain = (queryClient: QueryClient, listKey: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey, predicate: ({ state }) => isShort(state.data) });
