/**
 * Rejects requests that can't be drawn in time. When all worker slots are busy, a new drawing waits for as many full
 * drawings as are before it in its slot. Where this wait and its own drawing exceed the deadline, the request fails
 * at once. While a slot is free no request is rejected, however long drawings take.
 */
import { DomainError } from '@shop/contracts-common';

export interface QueueLoad {
  /** Pending and processing drawings. */
  readonly unfinishedDrawings: number;
  /** Number of artworks that all instances together draw at a time. */
  readonly workerSlots: number;
  /** Mean of the latest drawings; null before the first. */
  readonly meanDrawingMs: number | null;
}

/** The middle of the 10 to 20 seconds that the wizard announces. */
const DEFAULT_DRAWING_MS = 15_000;

/** How long a new drawing would wait for a slot if all running drawings had just started. */
export const computeWaitMs = ({ unfinishedDrawings, workerSlots, meanDrawingMs }: QueueLoad): number =>
  Math.floor(unfinishedDrawings / Math.max(1, workerSlots)) * (meanDrawingMs ?? DEFAULT_DRAWING_MS);

/** Throws 503 with the wait where one more drawing could not be made within `deadlineMs`. */
export function assertQueueHasRoom(load: QueueLoad, deadlineMs: number): void {
  const waitMs = computeWaitMs(load);
  if (waitMs === 0 || waitMs + (load.meanDrawingMs ?? DEFAULT_DRAWING_MS) <= deadlineMs) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new DomainError(
    'ARTWORK_QUEUE_FULL',
    'unavailable',
    `The art studio is very busy: about ${describeWait(retryAfterSeconds)} waiting. Please try again then.`,
    { retryAfterSeconds },
  );
}

function describeWait(seconds: number): string {
  if (seconds <= 50) return `${Math.ceil(seconds / 10) * 10} seconds of work are`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? '1 minute of work is' : `${minutes} minutes of work are`;
}
