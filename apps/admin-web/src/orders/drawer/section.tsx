import { cn } from '@shop/web-ui';
import { useId, type ReactNode } from 'react';

/** A titled section of a drawer. */
export function Section({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={cn('min-w-0', className)}>
      <h3 id={headingId} className="mb-3 text-lg font-bold">
        {title}
      </h3>
      {children}
    </section>
  );
}
