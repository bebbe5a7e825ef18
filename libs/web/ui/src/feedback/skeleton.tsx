import type { ComponentProps } from 'react';
import { cn } from '../cn.js';

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden data-skeleton="" className={cn('ui-skeleton', className)} {...props} />;
}

/** Placeholder of a page that is loading. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="ui-page-column">
      <Skeleton style={{ height: '3rem', maxWidth: '16rem' }} />
      <Skeleton style={{ height: '1.5rem', maxWidth: '24rem', marginTop: '1rem' }} />
      <div className="ui-page-skeleton-tiles">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} style={{ height: '16rem' }} />
        ))}
      </div>
    </div>
  );
}
