import type { ComponentProps } from 'react';
import { cn } from '../cn.js';

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden data-skeleton="" className={cn('animate-pulse rounded-control bg-muted', className)} {...props} />;
}

/** In place of a page that is on its way. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <Skeleton className="h-12 w-64 max-w-full" />
      <Skeleton className="mt-4 h-6 w-96 max-w-full" />
      <div className="mt-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-64 rounded-card" />
        ))}
      </div>
    </div>
  );
}
