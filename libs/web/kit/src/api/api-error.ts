import * as z from 'zod/mini';

/**
 * A response outside 2xx. `message` is `status: body` (spec, section 8). `userMessage` is the body alone: the server
 * writes one short sentence for people. `retryAfterSeconds` comes from `Retry-After`. `fieldErrors`, a message per field, and
 * `code`, the reason for programs: if the request accepted `application/problem+json`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly userMessage: string,
    readonly retryAfterSeconds: number | null = null,
    readonly fieldErrors: Readonly<Record<string, string>> = {},
    readonly code: string | null = null,
  ) {
    super(`${status}: ${userMessage}`);
  }
}

/** The server refused a change because its data differ from the displayed ones. */
export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

/** A conflict about a field, such as a name that is taken, is about what was entered. */
const isAboutInput = ({ fieldErrors }: ApiError): boolean => Object.keys(fieldErrors).length > 0;

/** The displayed data is outdated: the thing is gone, or is in another state. */
export const isOutdated = (error: unknown): boolean =>
  (isConflict(error) && !isAboutInput(error)) || (error instanceof ApiError && error.status === 404);

/** The server refused a request that it understood: an address that can't be shipped to, a missing choice. */
export const isImpossible = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 422;

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
    this.name = `UnexpectedResponseError(${path})`;
  }
}

/** The message to show for any error: the body of an API response without its status, or the error's own message. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.userMessage;
  return error instanceof Error ? error.message : 'Something went wrong. Please try again.';
}

/** `Retry-After` in seconds; the header may also be a date (RFC 9110, 10.2.3). Null without the header. */
export function parseRetryAfterSeconds(header: string | null): number | null {
  if (!header) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** The used fields of RFC 9457. */
const problemSchema = z.object({
  detail: z.string(),
  errors: z._default(z.record(z.string(), z.string()), {}),
  code: z._default(z.nullable(z.string()), null),
});

/** What is read of a response that `fetch` or XMLHttpRequest received. */
type FailedResponse = Pick<Response, 'status' | 'statusText' | 'text'> & { headers: Pick<Headers, 'get'> };

function parseProblem(response: FailedResponse, body: string): z.output<typeof problemSchema> | null {
  if (!(response.headers.get('content-type') ?? '').includes('application/problem+json')) return null;
  try {
    return problemSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** The error of a response outside 2xx: a short text, or a problem document. */
export async function readApiError(response: FailedResponse): Promise<ApiError> {
  const body = (await response.text()).trim();
  const problem = parseProblem(response, body);
  return new ApiError(
    response.status,
    problem?.detail ?? (body || response.statusText),
    parseRetryAfterSeconds(response.headers.get('retry-after')),
    problem?.errors,
    problem?.code,
  );
}
