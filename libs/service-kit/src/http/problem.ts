import { HttpException } from '@nestjs/common';
import {
  DomainError,
  isDomainError,
  PROBLEM_STATUS,
  SENTENCES,
  type Problem,
  type ProblemKind,
} from '@shop/contracts/common';

const KIND_OF_STATUS = new Map<number, ProblemKind>(
  Object.entries(PROBLEM_STATUS).map(([kind, status]) => [status, kind as ProblemKind]),
);

const FRAMEWORK_SENTENCES: Partial<Record<ProblemKind, string>> = {
  invalid: 'The request could not be read. Please check it and try again.',
  unauthenticated: SENTENCES.notSignedIn,
  forbidden: SENTENCES.adminRequired,
  'not-found': SENTENCES.notFound,
  'too-large': 'The request is too large.',
  'unsupported-media': 'Please send this as JSON.',
};

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

/** Any error → the one form that may leave the process (D3): a framework's or a driver's own words never do. */
export function toRefusal(error: unknown): { status: number; code: string; sentence: string; refusal?: DomainError } {
  if (isDomainError(error))
    return { status: PROBLEM_STATUS[error.kind], code: error.code, sentence: error.sentence, refusal: error };
  const status = statusOf(error);
  const kind = KIND_OF_STATUS.get(status);
  const sentence = (kind && FRAMEWORK_SENTENCES[kind]) ?? SENTENCES.unexpected;
  if (status >= 500 || !kind) return { status: 500, code: 'UNEXPECTED', sentence: SENTENCES.unexpected };
  return { status, code: `HTTP_${status}`, sentence };
}

/** RFC 9457 document of a refusal. */
export function toProblem({ status, code, sentence, refusal }: ReturnType<typeof toRefusal>): Problem {
  const fieldErrors = refusal?.extra.fieldErrors;
  return {
    type: 'about:blank',
    title: sentence,
    status,
    detail: sentence,
    code,
    ...(fieldErrors ? { errors: fieldErrors } : {}),
  };
}
