import { Skeleton } from '@shop/web-ui';

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
