import { getErrorMessage, LoadFailure, PageLoadError } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import type { ReactNode } from 'react';

interface Props<Data> {
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
export function QueryContent<Data>({ query, skeleton, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return skeleton;
  const handleRetry = (): void => void query.refetch();
  if (query.error instanceof PageLoadError)
    return <LoadFailure subject="This part of the page" error={query.error} onRetry={handleRetry} />;
  return <ErrorState message={getErrorMessage(query.error)} onRetry={handleRetry} />;
}
