import { HttpException } from '@nestjs/common';
import { DomainError, isDomainError, MESSAGES, PROBLEM_STATUS, type Problem } from '@shop/contracts-common';

/** What a client may see of an error. */
export interface ErrorResponse {
  status: number;
  code: string;
  message: string;
  retryAfterSeconds?: number;
  /** One message for each invalid field. */
  fieldErrors?: Record<string, string>;
}

const MESSAGE_BY_STATUS: Record<number, string> = {
  400: 'The request could not be read. Please check it and try again.',
  401: MESSAGES.notSignedIn,
  403: MESSAGES.adminRequired,
  404: MESSAGES.notFound,
  413: 'The request is too large.',
  415: 'Please send this as JSON.',
};

/** The readable message of a 4xx status. */
export const createStatusError = (status: number): ErrorResponse => ({
  status,
  code: `HTTP_${status}`,
  message: MESSAGE_BY_STATUS[status] ?? MESSAGES.invalid,
});

export const UNEXPECTED: ErrorResponse = { status: 500, code: 'UNEXPECTED', message: MESSAGES.unexpected };

function getStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

/** Maps any error to what a client may see. Messages of frameworks and drivers never leave the process. */
export function toErrorResponse(error: unknown): ErrorResponse {
  if (isDomainError(error)) return describeDomainError(error);
  const status = getStatus(error);
  return status >= 400 && status < 500 ? createStatusError(status) : UNEXPECTED;
}

function describeDomainError({ kind, code, message, options }: DomainError): ErrorResponse {
  const { retryAfterSeconds, fieldErrors } = options;
  return { status: PROBLEM_STATUS[kind], code, message, retryAfterSeconds, fieldErrors };
}

/** RFC 9457 problem document of an error response. */
export const toProblem = ({ status, code, message, fieldErrors }: ErrorResponse): Problem => ({
  type: 'about:blank',
  title: message,
  status,
  detail: message,
  code,
  ...(fieldErrors ? { errors: fieldErrors } : {}),
});

/** The body of an error: plain text, or RFC 9457 if the client asks for it, and its headers. */
export function encodeErrorResponse(
  response: ErrorResponse,
  accept = '',
): { body: string; headers: Record<string, string> } {
  const asDocument = accept.includes('application/problem+json');
  const { retryAfterSeconds } = response;
  return {
    body: asDocument ? JSON.stringify(toProblem(response)) : response.message,
    headers: {
      'content-type': asDocument ? 'application/problem+json' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
    },
  };
}
