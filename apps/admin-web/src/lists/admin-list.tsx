import { PagedList, type Page } from '@shop/web-kit';
import { Field, Select, Skeleton } from '@shop/web-ui';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { isMissingCall } from '../failures.js';
import { NoSearch, NothingFound } from './search.js';
import { memo, startTransition, useOptimistic, type ComponentType, type ReactNode } from 'react';

const PLACEHOLDERS = ['a', 'b', 'c'];

/** Placeholder of a list that is loading. */
export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      {PLACEHOLDERS.map((key) => (
        <Skeleton key={key} className="h-28 rounded-card" />
      ))}
    </div>
  );
}

type RowComponent<Row> = ComponentType<{ row: Row }>;

interface PageProps<Row> {
  rows: readonly Row[];
  label: string;
  Row: RowComponent<Row>;
}

/**
 * The rows of one page. `content-visibility` skips layout and paint of pages far from the window, so ten thousand rows
 * scroll like fifty. All rows stay in the document for the browser's search, Tab and screen readers.
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
/** Memoized: loading another page does not render this one again. */
const ListPage = memo(UnmemoizedListPage) as typeof UnmemoizedListPage;

interface Props<Row> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** Plural name of the rows: `Orders`. */
  label: string;
  /** Shown for a loaded list without rows. */
  empty: ReactNode;
  /** The list is the result of a search for these words. */
  words?: string;
  /** Renders one row. Must be the same component on each render. */
  Row: RowComponent<Row>;
  /** Shows all loaded rows instead, in a wide window. */
  Table?: ComponentType<{ pages: readonly (readonly Row[])[]; label: string }>;
}

/** A paged list in which each page is a list of its own. */
export function AdminList<Row extends { id: string }>({ query, label, empty, words, Row, Table }: Props<Row>) {
  if (words !== undefined && isMissingCall(query.error)) return <NoSearch />;
  return (
    <PagedList
      query={query}
      label={label}
      skeleton={<ListSkeleton />}
      empty={words === undefined ? empty : <NothingFound rows={label.toLowerCase()} words={words} />}
    >
      {(pages) =>
        Table ? (
          <Table pages={pages} label={label} />
        ) : (
          <div className="-mt-2">
            {pages.map((rows, index) => {
              const first = pages.slice(0, index).reduce((sum, { length }) => sum + length, 1);
              const pageLabel = pages.length === 1 ? label : `${label} ${first} to ${first + rows.length - 1}`;
              return rows.length > 0 && <ListPage key={index} rows={rows} Row={Row} label={pageLabel} />;
            })}
          </div>
        )
      }
    </PagedList>
  );
}

const ALL = 'all';

interface StatusFilterProps {
  label: string;
  options: readonly string[];
  /** Undefined means all. */
  value: string | undefined;
  onChange: (value: string) => void;
  className?: string;
}

/** Shows the chosen value at once; the list may render later. */
export function StatusFilter({
  label,
  options,
  value = ALL,
  onChange,
  className = 'w-full sm:w-52',
}: StatusFilterProps) {
  const [displayedValue, setDisplayedValue] = useOptimistic(value);
  const handleChange = (choice: string): void =>
    startTransition(() => {
      setDisplayedValue(choice);
      onChange(choice);
    });
  return (
    <Field label={label} className={className}>
      <Select value={displayedValue} onChange={(event) => handleChange(event.currentTarget.value)}>
        <option value={ALL}>All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    </Field>
  );
}
