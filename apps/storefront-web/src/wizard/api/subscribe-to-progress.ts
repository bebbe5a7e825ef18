import { progressSchema, type Progress } from '@shop/contracts/art';
import { subscribeToEvents } from '../../event-stream.js';

/** A stream that is refused is asked for again after this long: the job may not be registered yet. */
const RETRY_MS = 700;

/**
 * Follows a running generation (D38) until it ends or the returned function is called. What decides is the answer of
 * `POST /api/generate`.
 */
export const subscribeToProgress = (key: string, onProgress: (progress: Progress) => void): (() => void) =>
  subscribeToEvents({
    address: `/api/generate/${key}/progress`,
    event: 'progress',
    schema: progressSchema,
    onEvent: onProgress,
    endsWith: ['done', 'failed'],
    retryDelayMs: () => RETRY_MS,
  });
