import { OutageError } from '@shop/jobs';
import { isUnreachable, type ImageStore } from './image-store.js';

const STORE_RETRY_MS = 1_000;

/** A broken file of a store that is available. */
class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError';
}

/**
 * The error that a job throws after `error`: an outage while the whole store is unavailable, after which the job runs again when
 * `retryAfterMs` has passed. A broken file counts as a failed attempt.
 */
export async function toJobError(
  store: ImageStore,
  error: unknown,
  retryAfterMs: number = STORE_RETRY_MS,
): Promise<unknown> {
  if (!isUnreachable(error)) return error;
  if (!(await store.isStoreFailure(error)))
    return new BrokenFileError('A file can’t be read or written', { cause: error });
  return new OutageError('The picture store is unavailable', { cause: error, retryAfterMs });
}
