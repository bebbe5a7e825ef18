import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ERROR_CODE_HEADER, type ServiceName } from '@shop/contracts-common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError, type Observable } from 'rxjs';
import { createDatabaseError, toDatabaseFault } from '../database-fault.rules.js';
import { encodeErrorResponse, toErrorResponse } from './error-response.js';
import { runInRequest } from './request-hooks.js';

const RETRY_AFTER_SECONDS = 5;

/** Node's error for a request whose client left, or whose gateway refused it, before its body was complete. Its code is also that of a lost database. */
const isAbortedRequest = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && (error as { code?: unknown }).code === 'ECONNRESET';

/**
 * Sends errors as plain text, or as RFC 9457 if the client asks for it. A fault of the database is 503 and names the service. Errors of
 * event handlers pass on to the inbox.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly service: ServiceName) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> | undefined {
    if (host.getType() !== 'http') return throwError(() => error);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (isAbortedRequest(error)) {
      runInRequest(request, () => request.log.info('The request was not sent to its end'));
      reply.raw.destroy();
      return undefined;
    }
    const fault = toDatabaseFault(error);
    const response = toErrorResponse(fault ? createDatabaseError(this.service, fault, error) : error);
    if (response.status >= 500)
      runInRequest(request, () => request.log.error({ err: error, code: response.code }, 'Request failed'));
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return undefined;
    }
    const retryAfterSeconds = response.retryAfterSeconds ?? (response.status >= 502 ? RETRY_AFTER_SECONDS : undefined);
    const { body, headers } = encodeErrorResponse({ ...response, retryAfterSeconds }, request.headers.accept);
    void reply
      .status(response.status)
      .headers({ ...headers, [ERROR_CODE_HEADER]: response.code })
      .send(body);
    return undefined;
  }
}
