import { sentenceOf } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import type { ReactNode } from 'react';

interface Props<Answer> {
  /** Of one answer, or of one that comes in pages. */
  query: Readonly<{ data: Answer | undefined; error: Error | null; refetch: () => Promise<unknown> }>;
  /** In place of what is on its way. */
  skeleton: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** What was asked for, its skeleton, or a sentence with a way to try again: never an empty list for a failed one (D30a). */
export function QueryContent<Answer>({ query, skeleton, children }: Props<Answer>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState sentence={sentenceOf(query.error)} onRetry={() => void query.refetch()} />;
  return skeleton;
}
