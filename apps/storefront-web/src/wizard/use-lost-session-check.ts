import { ApiError, reportBlockedCookies } from '@shop/web-kit';
import { useEffect } from 'react';
import { isSessionLost } from './api/is-session-lost.js';

/** The server doesn't know the photo: spec-conforming servers may answer either. */
const UNKNOWN_PHOTO_STATUSES = [400, 404];

/**
 * Finds out why the server doesn't know the photo that it has just taken: a browser that accepts cookies but doesn't
 * send them has a new session with each request.
 */
export function useLostSessionCheck(idempotencyKey: string | null, error: Error | null): void {
  useEffect(() => {
    if (!idempotencyKey || !(error instanceof ApiError) || !UNKNOWN_PHOTO_STATUSES.includes(error.status)) return;
    void isSessionLost(idempotencyKey).then((isLost) => {
      if (isLost) reportBlockedCookies();
    });
  }, [idempotencyKey, error]);
}
