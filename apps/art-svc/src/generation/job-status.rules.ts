/**
 * A job waits (`pending`), is drawn (`processing`), and ends once: `completed` with an artwork, or `failed` with a reason. A job whose
 * instance died is drawn anew and stays `processing`. What ended stays as it is; whoever wants another try asks anew.
 */
import type { DesignStatus } from '@shop/contracts/art';
import type { ProblemKind } from '@shop/contracts/common';

export type FailureReason = 'moderated' | 'timed-out' | 'engine-failed';

const NEXT: Record<DesignStatus, readonly DesignStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processing', 'completed', 'failed'],
  completed: [],
  failed: [],
};

export const mayBecome = (from: DesignStatus, to: DesignStatus): boolean => NEXT[from].includes(to);

export const hasEnded = (status: DesignStatus): boolean => NEXT[status].length === 0;

/** The statuses from which a job may become `to`. */
export const sourcesOf = (to: DesignStatus): DesignStatus[] =>
  (Object.keys(NEXT) as DesignStatus[]).filter((from) => mayBecome(from, to));

/** Begun this often without an end, a job is given up: its photo may be what kills the process. */
export const MAX_ATTEMPTS = 3;

/** What the caller is told (D16, D17a). */
export const FAILURES: Record<FailureReason, { code: string; kind: ProblemKind; sentence: string }> = {
  moderated: {
    code: 'ARTWORK_DECLINED',
    kind: 'impossible',
    sentence: 'This photo or prompt was declined by the image service. Please try another.',
  },
  'timed-out': {
    code: 'ARTWORK_TIMED_OUT',
    kind: 'provider-failed',
    sentence: 'Drawing your artwork took too long. Please try again.',
  },
  'engine-failed': {
    code: 'ARTWORK_FAILED',
    kind: 'provider-failed',
    sentence: 'Your artwork could not be drawn. Please try again.',
  },
};

/**
 * Percent of the whole from the engine's share 0…1: the first and the last few belong to fetching the photo and to putting the artwork away, and
 * 100 is said by the end alone.
 */
export const percentOf = (share: number): number => Math.round(3 + 94 * Math.min(1, Math.max(0, share)));
