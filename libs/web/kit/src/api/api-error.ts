/**
 * An answer that was not OK. `message` is `status: body` (spec, section 8), `sentence` the body alone, which the
 * server keeps to one short sentence for people (D31f). `retryAfterSeconds` comes from `Retry-After`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly sentence: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(`${status}: ${sentence}`);
  }
}

/** No answer at all: offline, or the shop's door is away. A TypeError, as fetch throws it, in plain words. */
export class ConnectionError extends TypeError {
  constructor(cause: unknown) {
    super("We couldn't reach the shop. Please check your connection and try again.", { cause });
  }
}

/** An answer of another shape than the contract's: most often a tab left open over a new version of the shop. */
export class UnexpectedResponseError extends Error {
  constructor(path: string, cause: unknown) {
    super('The shop answered in a way this page does not understand. Please reload the page.', { cause });
    this.name = `UnexpectedAnswerError(${path})`;
  }
}

/** The sentence to show for any error: an answer's body without its status, else the error's own message. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.sentence;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}
