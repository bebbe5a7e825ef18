import { getErrorMessage } from '@shop/web-kit';
import { cn } from '@shop/web-ui';

/** The server's reason for a failed change, beside its form or row. It stays readable when the toast is gone. */
export function FailureReason({ error, className }: { error: Error | null; className?: string }) {
  if (!error) return null;
  return (
    <p role="alert" className={cn('font-semibold [overflow-wrap:anywhere] text-destructive-text', className)}>
      {getErrorMessage(error)}
    </p>
  );
}
