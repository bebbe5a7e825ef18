import { sentenceOf } from '@shop/web-kit';
import { ErrorState, Skeleton } from '@shop/web-ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface Props<Row> {
  query: UseQueryResult<Row[]>;
  /** What stands there when the list was loaded and has nothing in it. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

const PLACEHOLDERS = ['a', 'b', 'c'];

/** A list in its four states: on its way, not to be had, empty, there (D30a). */
export function ListFrame<Row>({ query, empty, children }: Props<Row>) {
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-4">
        {PLACEHOLDERS.map((key) => (
          <Skeleton key={key} className="h-28 rounded-card" />
        ))}
      </div>
    );
  }
  if (query.data === undefined) return <ErrorState sentence={sentenceOf(query.error)} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return empty;
  return children(query.data);
}
