import { CloudOff, RotateCw } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Button } from '../actions/button.js';
import { cn } from '../cn.js';

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  text?: ReactNode;
  /** The way on: a button or a link. */
  action?: ReactNode;
  className?: string;
}

/** Where a list has nothing in it yet. */
export function EmptyState({ icon: IconPart, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-4 rounded-card border-2 border-dashed border-border px-6 py-16 text-center', className)}>
      {IconPart && (
        <span className="grid size-16 place-items-center rounded-full bg-accent text-accent-foreground">
          <IconPart aria-hidden className="size-8" />
        </span>
      )}
      <h2 className="font-display text-2xl font-bold text-balance">{title}</h2>
      {text && <p className="max-w-md text-lg text-pretty text-muted-foreground">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Where something could not be loaded: a sentence and a way to try again, never the empty state (D30a). */
export function ErrorState({ sentence, onRetry, className }: { sentence: string; onRetry: () => void; className?: string }) {
  return (
    <div role="alert" className={cn('mx-auto flex max-w-lg flex-col items-center gap-4 rounded-card bg-muted px-6 py-12 text-center', className)}>
      <CloudOff aria-hidden className="size-10 text-muted-foreground" />
      <p className="text-lg text-pretty">{sentence}</p>
      <Button variant="outline" onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
    </div>
  );
}
