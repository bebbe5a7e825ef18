import { HttpException } from '@nestjs/common';
import {
  DomainError,
  isDomainError,
  PROBLEM_STATUS,
  MESSAGES,
  type Problem,
  type ProblemKind,
} from '@shop/contracts/common';

const KIND_BY_STATUS = new Map<number, ProblemKind>(
  Object.entries(PROBLEM_STATUS).map(([kind, status]) => [status, kind as ProblemKind]),
);

const FRAMEWORK_MESSAGES: Partial<Record<ProblemKind, string>> = {
  invalid: 'The request could not be read. Please check it and try again.',
  unauthenticated: MESSAGES.notSignedIn,
  forbidden: MESSAGES.adminRequired,
  'not-found': MESSAGES.notFound,
  'too-large': 'The request is too large.',
  'unsupported-media': 'Please send this as JSON.',
};

function getStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

export interface ErrorResponse {
  status: number;
  code: string;
  message: string;
  /** Present if the error is one of ours. */
  error?: DomainError;
}

/** Maps any error to what a client may see. Messages of frameworks and drivers never leave the process. */
export function toErrorResponse(error: unknown): ErrorResponse {
  if (isDomainError(error))
    return { status: PROBLEM_STATUS[error.kind], code: error.code, message: error.message, error };
  const status = getStatus(error);
  const kind = KIND_BY_STATUS.get(status);
  if (status >= 500 || !kind) return { status: 500, code: 'UNEXPECTED', message: MESSAGES.unexpected };
  return { status, code: `HTTP_${status}`, message: FRAMEWORK_MESSAGES[kind] ?? MESSAGES.unexpected };
}

/** RFC 9457 problem document of an error response. */
export function toProblem({ status, code, message, error }: ErrorResponse): Problem {
  const fieldErrors = error?.options.fieldErrors;
  return {
    type: 'about:blank',
    title: message,
    status,
    detail: message,
    code,
    ...(fieldErrors ? { errors: fieldErrors } : {}),
  };
}
