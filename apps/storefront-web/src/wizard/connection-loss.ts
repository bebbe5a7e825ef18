import { ApiError, ConnectionError } from '@shop/web-kit';

/** Unavailable, timed out: a part that is on its way back. */
const UNAVAILABLE_STATUSES = [503, 504];

/** Such a part asks for some seconds. A studio with too much to do asks for half of what a drawing may take, or more: whoever tries to join sooner is refused again. */
const RESTART_SECONDS_MAX = 15;

/** True when the answer was lost rather than refused: the drawing goes on, and can be joined again. */
export function isConnectionLoss(error: Error): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return UNAVAILABLE_STATUSES.includes(error.status) && (error.retryAfterSeconds ?? 0) <= RESTART_SECONDS_MAX;
}
