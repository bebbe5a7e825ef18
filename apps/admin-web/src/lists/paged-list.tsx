import { MoreOf, sentenceOf, type Page } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { memo, type ComponentType, type ReactNode } from 'react';
import { ListSkeleton } from './list-skeleton.js';

type RowComponent<Row> = ComponentType<{ row: Row }>;

interface PageProps<Row> {
  rows: readonly Row[];
  label: string;
  Row: RowComponent<Row>;
}

/**
 * The rows of one page. The browser leaves out layout and paint of pages far from the window (`content-visibility`), so that ten
 * thousand rows scroll like fifty, and all of them stay there for its own search, for Tab and for screen readers.
 */
function UnmemoizedListPage<Row extends { id: string }>({ rows, label, Row }: PageProps<Row>) {
  return (
    <ul
      aria-label={label}
      className="-mx-4 -mb-2 grid grid-cols-1 gap-4 px-4 pt-2 pb-6 [contain-intrinsic-size:auto_6000px] not-first:-mt-2 [content-visibility:auto]"
    >
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  );
}
/** Drawn once: a page that comes after it leaves it alone. */
const ListPage = memo(UnmemoizedListPage) as typeof UnmemoizedListPage;

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** What the rows are: `Orders`. */
  label: string;
  /** What stands there when the list was loaded and has nothing in it. */
  empty: ReactNode;
  /** Draws one row; the same component each time. */
  Row: RowComponent<Row>;
}

/** A list in its four states: on its way, not to be had, empty, there (D30a); it loads on as one scrolls. */
export function PagedList<Row extends { id: string }>({ query, label, empty, Row }: Props<Row>) {
  if (query.isPending) return <ListSkeleton />;
  if (query.data === undefined)
    return <ErrorState sentence={sentenceOf(query.error)} onRetry={() => void query.refetch()} />;
  const { pages } = query.data;
  if (pages.every(({ rows }) => rows.length === 0)) return empty;
  const getFirstRowNumber = (index: number): number =>
    pages.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 1);
  return (
    <>
      <div className="-mt-2">
        {pages.map(({ rows }, index) => (
          <ListPage
            key={index}
            rows={rows}
            Row={Row}
            label={
              pages.length === 1
                ? label
                : `${label} ${getFirstRowNumber(index)} to ${getFirstRowNumber(index) + rows.length - 1}`
            }
          />
        ))}
      </div>
      <MoreOf query={query} label={label} />
    </>
  );
}
