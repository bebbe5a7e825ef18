import type { ReactNode } from 'react';
import { cn } from '../cn.js';

interface Props {
  children: ReactNode;
  /** One sentence under the heading. */
  description?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  className?: string;
}

/** The page's only h1. */
export function PageHeading({ children, description, actions, className }: Props) {
  return (
    <header className={cn('ui-page-heading', className)}>
      <div className="ui-page-heading-text">
        <h1>{children}</h1>
        {description && <p>{description}</p>}
      </div>
      {actions && <div className="ui-page-heading-actions">{actions}</div>}
    </header>
  );
}

/** The column with the page's content. */
export function PageColumn({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('ui-page-column', className)}>{children}</div>;
}
