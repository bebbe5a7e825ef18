import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError, type Observable } from 'rxjs';
import { toProblem, toErrorResponse } from './error-response.js';

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
