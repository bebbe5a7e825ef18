import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError, type Observable } from 'rxjs';
import { encodeErrorResponse, toErrorResponse } from './error-response.js';

const RETRY_AFTER_SECONDS = 5;

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
    const retryAfterSeconds = response.retryAfterSeconds ?? (response.status >= 502 ? RETRY_AFTER_SECONDS : undefined);
    const { body, headers } = encodeErrorResponse({ ...response, retryAfterSeconds }, request.headers.accept);
    void reply.status(response.status).headers(headers).send(body);
    return undefined;
  }
}
