import { LoadFailure, type useLazyComponent } from '@shop/web-kit';
import { ListSkeleton } from './lists/admin-list.js';

interface Props {
  /** Names it if it can't be downloaded. */
  subject: string;
  part: ReturnType<typeof useLazyComponent<object>>;
}

/** A part of a page that is downloaded when it is opened: itself, what failed, or a skeleton. */
export function LazyPart({ subject, part: { Component, error, load } }: Props) {
  if (Component) return <Component />;
  return error ? <LoadFailure subject={subject} error={error} onRetry={() => void load()} /> : <ListSkeleton />;
}
