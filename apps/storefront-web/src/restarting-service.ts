import { ApiError } from '@shop/web-kit';

/** Unavailable or timed out, as during a restart. */
const UNAVAILABLE_STATUSES = [503, 504];

/**
 * A restarting service sends a `Retry-After` of a few seconds. An overloaded one sends a longer one and would refuse an earlier
 * retry.
 */
const RESTART_SECONDS_MAX = 15;

/** The service is back within seconds, and another replica answers at once. */
export const isRestarting = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  UNAVAILABLE_STATUSES.includes(error.status) &&
  (error.retryAfterSeconds ?? 0) <= RESTART_SECONDS_MAX;
