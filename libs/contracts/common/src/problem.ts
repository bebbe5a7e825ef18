import * as z from 'zod/mini';

/** Kinds of errors with their HTTP status. A kind tells the caller what can be done: correct the request, sign in, or try again later. */
export const PROBLEM_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  impossible: 422,
  'too-many': 429,
  'provider-failed': 502,
  unavailable: 503,
  'timed-out': 504,
} as const;

export type ProblemKind = keyof typeof PROBLEM_STATUS;

/** RFC 9457, sent to clients that accept `application/problem+json`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type Problem = z.infer<typeof problemSchema>;

export interface DomainErrorOptions {
  fieldErrors?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * An error that a caller may see: a stable code (NOUN_REASON), and one short sentence for people as its message.
 * `fieldErrors` maps the path of a field to its message; `retryAfterSeconds` becomes the header `Retry-After`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: string;
  readonly kind: ProblemKind;
  readonly options: DomainErrorOptions;

  constructor(code: string, kind: ProblemKind, message: string, options: DomainErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.kind = kind;
    this.options = options;
  }
}

/** Checks the shape: `instanceof` fails when two copies of this package are loaded. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'kind' in error && 'code' in error;
}
