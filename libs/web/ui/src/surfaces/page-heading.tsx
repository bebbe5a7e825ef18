import type { ReactNode } from 'react';
import { cn } from '../cn.js';

interface Props {
  children: ReactNode;
  /** One sentence under the heading. */
  description?: ReactNode;
  /** Buttons beside it. */
  actions?: ReactNode;
  className?: string;
}

/** The one h1 of a page. */
export function PageHeading({ children, description, actions, className }: Props) {
  return (
    <header className={cn('mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="max-w-2xl">
        <h1 className="font-display text-4xl font-extrabold tracking-tight text-balance sm:text-5xl">{children}</h1>
        {description && <p className="mt-3 text-lg text-pretty text-muted-foreground">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}

/** The column a page's content stands in. */
export function PageColumn({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14', className)}>{children}</div>;
}
