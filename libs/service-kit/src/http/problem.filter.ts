import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import {
  DomainError,
  isDomainError,
  PROBLEM_STATUS,
  MESSAGES,
  type Problem,
  type ProblemKind,
} from '@shop/contracts/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError, type Observable } from 'rxjs';

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

/** Sends errors as plain text, or as RFC 9457 if the client asks for it. Errors of event handlers pass on to the inbox. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> | undefined {
    if (host.getType() !== 'http') return throwError(() => error);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const response = toErrorResponse(error);
    if (response.status >= 500) request.log.error({ err: error, code: response.code }, 'Request failed');
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return undefined;
    }
    const retryAfter = response.error?.options.retryAfterSeconds ?? (response.status >= 502 ? 5 : undefined);
    if (retryAfter !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
    void reply.status(response.status).header('cache-control', 'no-store');
    if ((request.headers.accept ?? '').includes('application/problem+json')) {
      void reply.type('application/problem+json').send(JSON.stringify(toProblem(response)));
    } else {
      void reply.type('text/plain; charset=utf-8').send(response.message);
    }
    return undefined;
  }
}
