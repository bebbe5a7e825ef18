/** `unreachable`: the way there; `slow`: no end within the limit; `broken`: what came does not work. */
export type LoadFailure = 'unreachable' | 'slow' | 'broken';

/** Thrown by a loader that knows why its page can't be shown. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly why: LoadFailure;

  constructor(why: LoadFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

const ADVICE: Record<LoadFailure, string> = {
  unreachable: 'Please check your connection and try again.',
  slow: 'It takes too long to answer. Please try again.',
  broken: 'Something is wrong on our side. Please try again in a moment.',
};

/** What people read; `what` is `The shop`, say. Of an error that is not told apart, the connection is the likeliest reason. */
export function loadSentence(what: string, error: unknown): string {
  return `${what} can't be loaded right now. ${ADVICE[error instanceof PageLoadError ? error.why : 'unreachable']}`;
}

export const isSlow = (error: unknown): boolean => error instanceof PageLoadError && error.why === 'slow';
