import { ApiError, ConnectionError } from '@shop/web-kit';

/** Unavailable, timed out: a part that is on its way back. */
const SERVICE_AWAY = [503, 504];

/** True when the answer was lost rather than refused: the drawing goes on, and can be joined again. */
export function isConnectionLoss(error: Error): boolean {
  return error instanceof ApiError ? SERVICE_AWAY.includes(error.status) : error instanceof ConnectionError;
}
