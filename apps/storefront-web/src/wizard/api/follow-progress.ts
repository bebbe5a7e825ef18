import { progressSchema, type Progress } from '@shop/contracts/art';
import { followEvents } from '../../event-stream.js';

/** A stream that is refused is asked for again after this long: the job may not be registered yet. */
const REOPEN_MS = 700;

/**
 * Follows a running generation (D38) until it ends or the returned function is called. What decides is the answer of
 * `POST /api/generate`.
 */
export const followProgress = (key: string, onProgress: (progress: Progress) => void): (() => void) =>
  followEvents({
    address: `/api/generate/${key}/progress`,
    event: 'progress',
    schema: progressSchema,
    onNews: onProgress,
    endsWith: ['done', 'failed'],
    reopenMs: () => REOPEN_MS,
  });
