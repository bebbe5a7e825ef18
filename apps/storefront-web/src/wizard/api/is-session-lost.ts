import { api, ApiError } from '@shop/web-kit';

const NO_SESSION = 401;

/**
 * True if the browser didn't send the cookie that `POST /api/generate` has just set: this call requires a session, and
 * answers 404 to one that doesn't know the key.
 */
export const isSessionLost = (idempotencyKey: string): Promise<boolean> =>
  api.probe(`/api/generate/${idempotencyKey}/progress`).then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === NO_SESSION,
  );
