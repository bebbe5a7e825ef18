import { LoadMore } from '@shop/web-ui';
import {
  type InfiniteData,
  infiniteQueryOptions,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { api, type ListRoute, type Page, type RowOf } from '../api/api-client.js';
import { getErrorMessage } from '../api/api-error.js';
import { QueryContent } from '../query-content.js';

/**
 * A refetch requests all loaded pages one after the other, so longer lists are not refetched automatically (ADR 13).
 */
const MAX_REFETCHED_PAGES = 3;

export type PagedData<Row> = InfiniteData<Page<Row>, string>;

/** Whether a list, as far as it is loaded, may be refetched automatically. */
export const isShortPagedData = (data: unknown): boolean =>
  ((data as PagedData<unknown> | undefined)?.pages.length ?? 0) <= MAX_REFETCHED_PAGES;

interface PagedListOptions<Of extends ListRoute> {
  key: readonly string[];
  route: Of;
  firstPageUrl: string;
  /** Of a list that is found by a POST. */
  body?: object;
  /** Drops rows of the answer, for a server that ignores the filters in the query. */
  isIncluded?: (row: RowOf<Of>) => boolean;
}

/** Query options of a list that the server returns in pages; each page's `Link` header names the next. */
export const pagedQueryOptions = <Of extends ListRoute>({
  key,
  route,
  firstPageUrl,
  body,
  isIncluded = () => true,
}: PagedListOptions<Of>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const { rows, next } = await api.page(route, pageParam, { signal, body });
      return { rows: rows.filter(isIncluded), next };
    },
    initialPageParam: firstPageUrl,
    getNextPageParam: (last) => last.next,
    refetchOnWindowFocus: ({ state }) => isShortPagedData(state.data),
    refetchOnReconnect: ({ state }) => isShortPagedData(state.data),
  });

/** Keeps only the first page of a list that is too long to refetch. */
const keepFirstPageIfLong = <Row,>(data: PagedData<Row> | undefined): PagedData<Row> | undefined =>
  data && (isShortPagedData(data) ? data : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) });

type PagedQueryOptions<Row> = UseInfiniteQueryOptions<
  Page<Row>,
  Error,
  InfiniteData<Page<Row>>,
  readonly string[],
  string
>;

/**
 * The list of a mounted screen. On unmount a long list shrinks to its first page, so the next visit starts at the top.
 */
export function usePagedQuery<Row>(options: PagedQueryOptions<Row>) {
  const queryClient = useQueryClient();
  const keyHash = JSON.stringify(options.queryKey);
  useEffect(
    () => () => {
      const queryKey = JSON.parse(keyHash) as string[];
      queryClient.setQueryData<PagedData<Row>>(queryKey, keepFirstPageIfLong, {
        updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt,
      });
    },
    [queryClient, keyHash],
  );
  return useInfiniteQuery(options);
}

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** Plural name of the rows: `Orders`. */
  label: string;
  /** Shown while the first page loads. */
  skeleton: ReactNode;
  /** Shown for a loaded list without rows. */
  empty: ReactNode;
  /** Renders the rows of the loaded pages. */
  children: (pages: readonly (readonly Row[])[]) => ReactNode;
}

/** A paged list: loading, failed, empty, or loaded with its end: row count, "Load more" and errors. */
export function PagedList<Row>({ query, label, skeleton, empty, children }: Props<Row>) {
  return (
    <QueryContent query={query} skeleton={skeleton}>
      {({ pages }) => {
        const loadedCount = pages.reduce((sum, { rows }) => sum + rows.length, 0);
        if (loadedCount === 0 && !query.hasNextPage) return empty;
        return (
          <>
            {children(pages.map(({ rows }) => rows))}
            <LoadMore
              label={label}
              loadedCount={loadedCount}
              hasMore={query.hasNextPage}
              isLoadingMore={query.isFetchingNextPage}
              isFetching={query.isFetching}
              error={query.isFetchNextPageError ? getErrorMessage(query.error) : null}
              onLoadMore={() => void query.fetchNextPage()}
            />
          </>
        );
      }}
    </QueryContent>
  );
}
