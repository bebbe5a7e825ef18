import type { ReactNode } from 'react';
import { LoadFailure } from './remote/load-chunk.js';

export interface QueryContentProps<Data> {
  /** A plain query or a paged one. */
  query: Readonly<{ data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }>;
  /** Shown while the data loads. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Shows a query's data, its skeleton, or its error with a Retry button. A failed list must never look like an empty
 * one.
 */
export function QueryContent<Data>({ query, skeleton, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return skeleton;
  return <LoadFailure error={query.error} onRetry={() => void query.refetch()} />;
}
