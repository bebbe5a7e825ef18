import { streamProgress } from '@shop/contracts-art/routes';
import { api, ApiError, reportBlockedCookies } from '@shop/web-kit';

/** The server doesn't know the photo: spec-conforming servers may answer either. */
const UNKNOWN_PHOTO_STATUSES = [400, 404];

const NO_SESSION = 401;

/**
 * True if the browser didn't send the cookie that `POST /api/generate` has just set: this call requires a session, and
 * answers 404 to one that doesn't know the key.
 */
const isSessionLost = (key: string): Promise<boolean> =>
  api.probe(streamProgress, { params: { key } }).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === NO_SESSION,
  );

/**
 * Finds out why the server doesn't know the photo that it has just taken: a browser that accepts cookies but doesn't
 * send them has a new session with each request.
 */
export async function checkLostSession(idempotencyKey: string, error: Error): Promise<void> {
  if (!(error instanceof ApiError) || !UNKNOWN_PHOTO_STATUSES.includes(error.status)) return;
  if (await isSessionLost(idempotencyKey)) reportBlockedCookies();
}
