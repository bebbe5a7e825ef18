import { CircleAlert, CloudOff, LoaderCircle, RotateCw, Sparkles } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../actions/button.js';
import { cn } from '../cn.js';

/** A spinning icon. Screen readers announce `label`; omit it when the text beside the icon says the same. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={cn('ui-spinner', className)} />;
  if (!label) return icon;
  return (
    <span role="status" className="ui-spinner-label">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}

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

/** An important message above the content that it is about. */
export function Notice({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p role="alert" className={cn('ui-notice', className)}>
      <CircleAlert aria-hidden />
      {children}
    </p>
  );
}

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  text?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
  /** Set when it shows the result of a press: its heading gets the focus, so that screen readers announce the result. */
  isOutcome?: boolean;
  className?: string;
}

/** Placeholder of an empty list. */
export function EmptyState({
  icon: IconComponent,
  title,
  text,
  action,
  isOutcome = false,
  className,
}: EmptyStateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus();
  }, [isOutcome]);
  return (
    <div className={cn('ui-empty-state', className)}>
      {IconComponent && (
        <span className="ui-empty-state-icon">
          <IconComponent aria-hidden />
        </span>
      )}
      <h2 ref={heading} tabIndex={isOutcome ? -1 : undefined}>
        {title}
      </h2>
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
