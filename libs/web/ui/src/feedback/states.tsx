import { CloudOff, RotateCw, Sparkles } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Button } from '../actions/button.js';
import { cn } from '../cn.js';

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  text?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
  className?: string;
}

/** Placeholder of an empty list. */
export function EmptyState({ icon: IconComponent, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={cn('ui-empty-state', className)}>
      {IconComponent && (
        <span className="ui-empty-state-icon">
          <IconComponent aria-hidden />
        </span>
      )}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  message: string;
  /** The button's label. */
  action?: 'Retry' | 'Reload';
  onRetry: () => void;
  /** Set when it replaces a whole page, because each page needs a heading. */
  asHeading?: 'h1';
  className?: string;
}

/** Error message with a button that tries again, for data that failed to load. An error never looks like an empty list. */
export function ErrorState({ message, action = 'Retry', onRetry, asHeading, className }: ErrorStateProps) {
  const Message = asHeading ?? 'p';
  // Nothing is wrong when the page only has to be reloaded.
  const IconComponent = action === 'Reload' ? Sparkles : CloudOff;
  return (
    <div role="alert" className={cn('ui-error-state', className)}>
      <IconComponent aria-hidden />
      <Message>{message}</Message>
      <Button variant="outline" onClick={onRetry}>
        <RotateCw aria-hidden />
        {action}
      </Button>
    </div>
  );
}
