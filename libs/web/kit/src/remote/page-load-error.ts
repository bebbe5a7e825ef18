/** `unreachable`: the way there; `slow`: no end within the limit; `broken`: what came does not work. */
export type LoadFailureReason = 'unreachable' | 'slow' | 'broken';

/** Thrown by a loader that knows why its page can't be shown. */
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

/** What people read; `what` is `The shop`, say. Of an error that is not told apart, the connection is the likeliest reason. */
export function getLoadErrorMessage(subject: string, error: unknown): string {
  return `${subject} can't be loaded right now. ${ADVICE_BY_REASON[error instanceof PageLoadError ? error.reason : 'unreachable']}`;
}

export const isSlowLoad = (error: unknown): boolean => error instanceof PageLoadError && error.reason === 'slow';
