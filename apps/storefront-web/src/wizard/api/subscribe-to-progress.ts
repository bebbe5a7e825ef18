import { progressSchema, type Progress } from '@shop/contracts/art';
import { subscribeToEvents } from '../../event-stream.js';

/** Delay before a rejected stream is opened again: the job may not be registered yet. */
const RETRY_MS = 700;

/**
 * Follows the progress of a running generation until it ends or the returned function is called. Only the response of
 * `POST /api/generate` decides whether the generation succeeded.
 */
export const subscribeToProgress = (idempotencyKey: string, onProgress: (progress: Progress) => void): (() => void) =>
  subscribeToEvents({
    url: `/api/generate/${idempotencyKey}/progress`,
    eventType: 'progress',
    schema: progressSchema,
    onEvent: onProgress,
    endEventTypes: ['done', 'failed'],
    retryDelayMs: () => RETRY_MS,
  });
