import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throwError, type Observable } from 'rxjs';
import { toProblem, toRefusal } from './problem.js';

/** Answers every error in the forms of D3; in an event handler the error goes on unchanged to the inbox, which decides. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> | undefined {
    if (host.getType() !== 'http') return throwError(() => error);
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const refusal = toRefusal(error);
    if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'request failed');
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return undefined;
    }
    const retryAfter = refusal.refusal?.extra.retryAfterSeconds ?? (refusal.status >= 502 ? 5 : undefined);
    if (retryAfter !== undefined) void reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
    void reply.status(refusal.status).header('cache-control', 'no-store');
    if ((request.headers.accept ?? '').includes('application/problem+json')) {
      void reply.type('application/problem+json').send(JSON.stringify(toProblem(refusal)));
    } else {
      void reply.type('text/plain; charset=utf-8').send(refusal.sentence);
    }
    return undefined;
  }
}
