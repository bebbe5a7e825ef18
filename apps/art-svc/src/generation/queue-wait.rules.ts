/**
 * An artwork is only promised where it can be drawn in time. With every easel taken, whoever comes next waits for as many whole drawings as stand before
 * it at one easel; where that wait and its own drawing are longer than the deadline, it is told so at once instead of being let wait in vain. While an
 * easel is free nobody is refused, however long drawings take: it may be quicker this time.
 */
import { DomainError } from '@shop/contracts/common';

export interface QueueLoad {
  /** Jobs that wait or are drawn. */
  readonly unfinished: number;
  /** Artworks that all instances together draw at a time. */
  readonly easels: number;
  /** Of the latest ones; null where none was drawn yet. */
  readonly meanDrawingMs: number | null;
}

/** The middle of what the wizard says it usually takes: 10 to 20 seconds. */
const UNKNOWN_DRAWING_MS = 15_000;

/** How long a new job would wait until it is begun, if all that are drawn had just been begun. */
export const waitMsOf = ({ unfinished, easels, meanDrawingMs }: QueueLoad): number =>
  Math.floor(unfinished / Math.max(1, easels)) * (meanDrawingMs ?? UNKNOWN_DRAWING_MS);

/** Throws 503, with the wait, where one more job could not be drawn within `deadlineMs`. */
export function assertInTime(load: QueueLoad, deadlineMs: number): void {
  const waitMs = waitMsOf(load);
  if (waitMs === 0 || waitMs + (load.meanDrawingMs ?? UNKNOWN_DRAWING_MS) <= deadlineMs) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new DomainError(
    'ARTWORK_QUEUE_FULL',
    'unavailable',
    `The art studio is very busy: about ${inWords(retryAfterSeconds)} waiting. Please try again then.`,
    { retryAfterSeconds },
  );
}

function inWords(seconds: number): string {
  if (seconds <= 50) return `${Math.ceil(seconds / 10) * 10} seconds of work are`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? '1 minute of work is' : `${minutes} minutes of work are`;
}
