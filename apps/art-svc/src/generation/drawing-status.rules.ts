/**
 * A drawing is `pending`, then `processing`, and ends once: `completed` with an artwork or `failed` with a reason. A drawing
 * of a dead instance is made again and stays `processing`. A finished drawing never changes; another attempt needs a new
 * request.
 */
import type { DesignStatus } from '@shop/contracts-art';
import type { ProblemKind } from '@shop/contracts-common';

export type FailureReason = 'moderated' | 'timed-out' | 'engine-failed';

const TRANSITIONS: Record<DesignStatus, readonly DesignStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processing', 'completed', 'failed'],
  completed: [],
  failed: [],
};

export const canTransition = (from: DesignStatus, to: DesignStatus): boolean => TRANSITIONS[from].includes(to);

export const isFinished = (status: DesignStatus): boolean => TRANSITIONS[status].length === 0;

/** The statuses from which a drawing may change to `to`. */
export const getSourceStatuses = (to: DesignStatus): DesignStatus[] =>
  (Object.keys(TRANSITIONS) as DesignStatus[]).filter((from) => canTransition(from, to));

/** A drawing that was started this often without an end fails: its photo may crash the process. */
export const MAX_ATTEMPTS = 3;

/** The error that the caller gets for each reason. */
export const FAILURES: Record<FailureReason, { code: string; kind: ProblemKind; message: string }> = {
  moderated: {
    code: 'ARTWORK_DECLINED',
    kind: 'impossible',
    message: 'This photo or prompt was declined by the image service. Please try another.',
  },
  'timed-out': {
    code: 'ARTWORK_TIMED_OUT',
    kind: 'provider-failed',
    message: 'Drawing your artwork took too long. Please try again.',
  },
  'engine-failed': {
    code: 'ARTWORK_FAILED',
    kind: 'provider-failed',
    message: 'Your artwork could not be drawn. Please try again.',
  },
};

/**
 * Converts the engine's share (0 to 1) to percent. The first and last few percent are for loading the photo and
 * saving the artwork; only a completed drawing has 100.
 */
export const toPercent = (share: number): number => Math.round(3 + 94 * Math.min(1, Math.max(0, share)));
