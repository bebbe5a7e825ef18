import { HttpException } from '@nestjs/common';
import {
  DomainError,
  isDomainError,
  PROBLEM_STATUS,
  SENTENCES,
  type Problem,
  type ProblemKind,
} from '@shop/contracts/common';

const KIND_BY_STATUS = new Map<number, ProblemKind>(
  Object.entries(PROBLEM_STATUS).map(([kind, status]) => [status, kind as ProblemKind]),
);

const FRAMEWORK_MESSAGES: Partial<Record<ProblemKind, string>> = {
  invalid: 'The request could not be read. Please check it and try again.',
  unauthenticated: SENTENCES.notSignedIn,
  forbidden: SENTENCES.adminRequired,
  'not-found': SENTENCES.notFound,
  'too-large': 'The request is too large.',
  'unsupported-media': 'Please send this as JSON.',
};

function getStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

/** Any error → the one form that may leave the process (D3): a framework's or a driver's own words never do. */
export function toErrorResponse(error: unknown): { status: number; code: string; message: string; error?: DomainError } {
  if (isDomainError(error))
    return { status: PROBLEM_STATUS[error.kind], code: error.code, message: error.sentence, error: error };
  const status = getStatus(error);
  const kind = KIND_BY_STATUS.get(status);
  const sentence = (kind && FRAMEWORK_MESSAGES[kind]) ?? SENTENCES.unexpected;
  if (status >= 500 || !kind) return { status: 500, code: 'UNEXPECTED', message: SENTENCES.unexpected };
  return { status, code: `HTTP_${status}`, message: sentence };
}

/** RFC 9457 document of a refusal. */
export function toProblem({ status, code, message: message, error: error }: ReturnType<typeof toErrorResponse>): Problem {
  const fieldErrors = error?.extra.fieldErrors;
  return {
    type: 'about:blank',
    title: message,
    status,
    detail: message,
    code,
    ...(fieldErrors ? { errors: fieldErrors } : {}),
  };
}
