import { ApiError, getErrorMessage, UnexpectedResponseError } from '@shop/web-kit';
import { cn, ErrorState } from '@shop/web-ui';

const NOT_OFFERED = [400, 404, 405, 501];

/**
 * Whether the error says that the server does not have this call. Servers may have only the calls of the spec's section
 * 7; some answer any other path with their start page.
 */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError ? NOT_OFFERED.includes(error.status) : error instanceof UnexpectedResponseError;

/** The server's reason for a failed change, beside its form or row. It stays readable when the toast is gone. */
export function FailureReason({ error, className }: { error: Error | null; className?: string }) {
  if (!error) return null;
  return (
    <p role="alert" className={cn('font-semibold [overflow-wrap:anywhere] text-destructive-text', className)}>
      {getErrorMessage(error)}
    </p>
  );
}

interface Props {
  error: Error;
  /** Sentence for a server that does not have this call. */
  missing: string;
  onRetry: () => unknown;
}

/** A part of a screen that could not be loaded. The rest of the screen works. */
export function LoadFailure({ error, missing, onRetry }: Props) {
  if (isMissingCall(error)) return <p className="py-2 text-muted-foreground">{missing}</p>;
  return <ErrorState message={getErrorMessage(error)} onRetry={() => void onRetry()} />;
}
