/** `unreachable`: a download failed; `slow`: the time limit passed; `broken`: the loaded code does not work. */
export type LoadFailureReason = 'unreachable' | 'slow' | 'broken';

/** Thrown by a loader that knows why its page failed to load. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly reason: LoadFailureReason;

  constructor(why: LoadFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = why;
  }
}

const ADVICE_BY_REASON: Record<LoadFailureReason, string> = {
  unreachable: 'Please check your connection and try again.',
  slow: 'It takes too long to answer. Please try again.',
  broken: 'Something is wrong on our side. Please try again in a moment.',
};

/**
 * The message for people; `subject` is for example `The shop`. A lost connection is the likeliest cause of an
 * unclassified error.
 */
export function getLoadErrorMessage(subject: string, error: unknown): string {
  return `${subject} can't be loaded right now. ${ADVICE_BY_REASON[error instanceof PageLoadError ? error.reason : 'unreachable']}`;
}

export const isSlowLoad = (error: unknown): boolean => error instanceof PageLoadError && error.reason === 'slow';
