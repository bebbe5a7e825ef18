import { ApiError, ConnectionError } from '@shop/web-kit';

/** Unavailable or timed out, as during a restart. */
const UNAVAILABLE_STATUSES = [503, 504];

/**
 * A restarting service sends a `Retry-After` of a few seconds. An overloaded art service sends a longer one and would
 * refuse an earlier retry.
 */
const RESTART_SECONDS_MAX = 15;

/** True if the response was lost, not refused: the generation continues and can be joined again. */
export function isConnectionLoss(error: Error): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return UNAVAILABLE_STATUSES.includes(error.status) && (error.retryAfterSeconds ?? 0) <= RESTART_SECONDS_MAX;
}
