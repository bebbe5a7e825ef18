import { MoreRows } from '@shop/web-ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { sentenceOf } from '../api/api-error.js';
import type { Page } from '../api/page.js';

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** What the rows are: `Orders`. */
  label: string;
}

/** The end of a list that comes in pages. */
export function MoreOf<Row>({ query, label }: Props<Row>) {
  const shown = query.data?.pages.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  return (
    <MoreRows
      label={label}
      shown={shown}
      hasMore={query.hasNextPage}
      isLoading={query.isFetchingNextPage}
      isBusy={query.isFetching}
      failure={query.isFetchNextPageError ? sentenceOf(query.error) : null}
      onMore={() => void query.fetchNextPage()}
    />
  );
}
