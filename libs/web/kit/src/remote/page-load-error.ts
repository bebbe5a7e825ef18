import { BRAND } from '@shop/contracts/common';

/**
 * `unreachable`: a download failed; `slow`: the time limit passed; `broken`: the loaded code does not work; `outdated`: a
 * newer deployment has replaced the file.
 */
export type LoadFailureReason = 'unreachable' | 'slow' | 'broken' | 'outdated';

/** Thrown by a loader that knows why its page failed to load. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly reason: LoadFailureReason;

  constructor(why: LoadFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = why;
  }
}

const ADVICE_BY_REASON: Record<Exclude<LoadFailureReason, 'outdated'>, string> = {
  unreachable: 'Please check your connection and try again.',
  slow: 'It takes too long to answer. Please try again.',
  broken: 'Something is wrong on our side. Please try again in a moment.',
};

/**
 * The message for people; `subject` is for example `The shop`. A lost connection is the likeliest cause of an
 * unclassified error.
 */
export function getLoadErrorMessage(subject: string, error: unknown): string {
  const reason = error instanceof PageLoadError ? error.reason : 'unreachable';
  if (reason === 'outdated') return `${BRAND} was updated. Please reload the page.`;
  return `${subject} can't be loaded right now. ${ADVICE_BY_REASON[reason]}`;
}

export const isOutdated = (error: unknown): boolean => error instanceof PageLoadError && error.reason === 'outdated';

/**
 * A new request for an outdated file fails again, and the browser joins one for a slow file to the hanging request. Only a
 * new document helps.
 */
export const needsNewDocument = (error: unknown): boolean =>
  isOutdated(error) || (error instanceof PageLoadError && error.reason === 'slow');
