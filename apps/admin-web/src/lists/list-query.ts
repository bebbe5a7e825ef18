import {
  isShortPagedData,
  pagedQueryOptions,
  usePagedQuery,
  type ListRoute,
  type Page,
  type PagedData,
} from '@shop/web-kit';
import type { QueryClient } from '@tanstack/react-query';
import { isMissingCall } from '../failures.js';

/** Enough rows to fill the tallest window more than once. */
export const ROWS_PER_PAGE = 50;

/** A list and its filters. */
export interface ListDefinition<Of extends ListRoute> {
  listKey: readonly string[];
  route: Of;
  firstPageUrl: string;
  /** Only rows with these words: the route is that of a search. */
  words?: string;
  filters?: Readonly<Record<string, string | undefined>>;
}

/** A filter has the name of the row's field. */
const createRowFilter =
  (filters: Readonly<Record<string, string | undefined>>) =>
  (row: unknown): boolean =>
    Object.entries(filters).every(([name, value]) => !value || (row as Record<string, unknown>)[name] === value);

/**
 * Query options of a list that the server filters and returns in pages. The rows are filtered here too, because a
 * server may ignore the query.
 */
export const listQueryOptions = <Of extends ListRoute>({
  listKey,
  route,
  firstPageUrl,
  words,
  filters = {},
}: ListDefinition<Of>) =>
  pagedQueryOptions({
    key: [...listKey, firstPageUrl, ...(words === undefined ? [] : [words])],
    route,
    firstPageUrl,
    ...(words !== undefined && { body: { words } }),
    isIncluded: createRowFilter(filters),
  });

export const usePagedList = <Of extends ListRoute>(list: ListDefinition<Of>) => usePagedQuery(listQueryOptions(list));

/** Writes a change of one row into every cached list of this kind. */
export function updateRow<Row extends { id: string }>(
  queryClient: QueryClient,
  listKey: readonly string[],
  id: string,
  change: Partial<Row>,
): void {
  queryClient.setQueriesData<PagedData<Row>>({ queryKey: listKey }, (data) => {
    if (!data) return data;
    const updatePage = (page: Page<Row>): Page<Row> =>
      page.rows.some((row) => row.id === id)
        ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }
        : page;
    return { ...data, pages: data.pages.map(updatePage) };
  });
}

/** Refetches the lists of this kind, except for long ones, in which `updateRow` has written the change. */
export const invalidateShortLists = (queryClient: QueryClient, listKey: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: listKey, predicate: ({ state }) => isShortPagedData(state.data) });

/**
 * Loads one item. A server without the call for one item (spec, section 7) has it in its list: `isFromList` is true
 * then. Throws the error of the first call if the list does not have it either, for example after a deletion.
 */
export async function getItem<Item extends { id: string }>(
  id: string,
  loadItem: () => Promise<Item>,
  loadList: () => Promise<Item[]>,
): Promise<Item & { isFromList: boolean }> {
  try {
    return { ...(await loadItem()), isFromList: false };
  } catch (error) {
    if (!isMissingCall(error)) throw error;
    const item = (await loadList()).find((each) => each.id === id);
    if (!item) throw error;
    return { ...item, isFromList: true };
  }
}
