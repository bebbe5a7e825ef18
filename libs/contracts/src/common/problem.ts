import * as z from 'zod/mini';

/** What went wrong, told apart by what the caller can do about it; one table turns it into HTTP (D3). */
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

export interface ProblemExtra {
  fieldErrors?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * A refusal or a fault with a stable code (NOUN_REASON) and one short sentence for people.
 * `fieldErrors` maps a field's path to its sentence; `retryAfterSeconds` becomes `Retry-After`.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: string;
  readonly kind: ProblemKind;
  readonly sentence: string;
  readonly extra: ProblemExtra;

  constructor(code: string, kind: ProblemKind, sentence: string, extra: ProblemExtra = {}) {
    super(sentence, { cause: extra.cause });
    this.code = code;
    this.kind = kind;
    this.sentence = sentence;
    this.extra = extra;
  }
}

/** Across a process or package border `instanceof` dies; the shape does not. */
export function isDomainError(error: unknown): error is DomainError {
  return error instanceof Error && error.name === 'DomainError' && 'kind' in error && 'sentence' in error;
}
