import { ApiError, getErrorMessage, isConflict, LoadFailure, UnexpectedResponseError } from '@shop/web-kit';
import { useState, type ReactNode } from 'react';

const NOT_OFFERED = [400, 404, 405, 501];

/**
 * Whether the error says that the server does not have this call. Servers may have only the calls of the spec's section
 * 7; some answer any other path with their start page.
 */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError ? NOT_OFFERED.includes(error.status) : error instanceof UnexpectedResponseError;

/** The message of a change that failed. Null without an error. */
export function getChangeError(error: Error | null): string | null {
  if (error instanceof ApiError && error.status === 404) return 'This is not there any more: someone has removed it.';
  return error && getErrorMessage(error);
}

interface SavedNowProps {
  error: Error | null;
  /** What is stored. */
  value: unknown;
  children: ReactNode;
}

/** In a form that met a conflict: what is stored now, if it differs from what the form was opened on. The form keeps what was typed. */
export function SavedNow({ error, value, children }: SavedNowProps) {
  const newest = JSON.stringify(value);
  const [opened] = useState(newest);
  if (!isConflict(error) || newest === opened) return null;
  return (
    <div className="rounded-control bg-muted px-4 py-3 [overflow-wrap:anywhere]">
      <p className="text-sm text-muted-foreground">Saved now, not by you</p>
      {children}
      <p className="mt-1 text-sm text-muted-foreground">What you typed is kept. Saving again replaces this.</p>
    </div>
  );
}

interface Props {
  error: Error;
  /** Sentence for a server that does not have this call. */
  missing: string;
  onRetry: () => unknown;
}

/** A part of a screen that could not be loaded. The rest of the screen works. */
export function PartFailure({ error, missing, onRetry }: Props) {
  if (isMissingCall(error)) return <p className="py-2 text-muted-foreground">{missing}</p>;
  return <LoadFailure error={error} onRetry={() => void onRetry()} />;
}
