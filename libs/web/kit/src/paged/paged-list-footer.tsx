import { LoadMore } from '@shop/web-ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { getErrorMessage } from '../api/api-error.js';
import type { Page } from '../api/page.js';

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** Plural name of the rows: `Orders`. */
  label: string;
}

/** The end of a paged list: row count, "Load more" and errors. */
export function PagedListFooter<Row>({ query, label }: Props<Row>) {
  const loadedCount = query.data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <LoadMore
      label={label}
      loadedCount={loadedCount}
      hasMore={query.hasNextPage}
      isLoadingMore={query.isFetchingNextPage}
      isFetching={query.isFetching}
      error={query.isFetchNextPageError ? getErrorMessage(query.error) : null}
      onLoadMore={() => void query.fetchNextPage()}
    />
  );
}
