import { ApiError, LoadFailure, UnexpectedResponseError } from '@shop/web-kit';

const NOT_OFFERED = [400, 404, 405, 501];

/**
 * Whether the error says that the server does not have this call. Servers may have only the calls of the spec's section
 * 7; some answer any other path with their start page.
 */
export const isMissingCall = (error: unknown): boolean =>
  error instanceof ApiError ? NOT_OFFERED.includes(error.status) : error instanceof UnexpectedResponseError;

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
