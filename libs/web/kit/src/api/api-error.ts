/**
 * A response outside 2xx. `message` is `status: body` (spec, section 8). `userMessage` is the body alone: the server
 * writes one short sentence for people. `retryAfterSeconds` comes from `Retry-After`. `fieldErrors`: a message per field,
 * if the request accepted `application/problem+json`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly userMessage: string,
    readonly retryAfterSeconds: number | null = null,
    readonly fieldErrors: Readonly<Record<string, string>> = {},
  ) {
    super(`${status}: ${userMessage}`);
  }
}

/** No response arrived: the browser is offline or the gateway is down. A TypeError like the one that fetch throws. */
export class ConnectionError extends TypeError {
  constructor(cause: unknown) {
    super("We couldn't reach the shop. Please check your connection and try again.", { cause });
  }
}

/** The response does not match the contract, most often because an open tab is older than the deployed shop. */
export class UnexpectedResponseError extends Error {
  constructor(path: string, cause: unknown) {
    super('The shop answered in a way this page does not understand. Please reload the page.', { cause });
    this.name = `UnexpectedAnswerError(${path})`;
  }
}

/** The message to show for any error: the body of an API response without its status, or the error's own message. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.userMessage;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}
