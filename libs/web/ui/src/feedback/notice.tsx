import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../cn.js';

/** An important message above the content that it is about. */
export function Notice({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="alert" className={cn('ui-notice', className)}>
      <CircleAlert aria-hidden />
      {children}
    </p>
  );
}
