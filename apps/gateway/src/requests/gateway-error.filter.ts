import { Catch, Inject, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { isDomainError } from '@shop/contracts-common';
import { LOGGER, readToEnd, toErrorResponse } from '@shop/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createNotFoundError, sendErrorResponse } from '../gateway.errors.js';
import { createContext, findContext, getLogIds, type RequestContext } from './request-context.js';
import { SessionCookie } from './session-cookie.js';

/** Sends errors as plain text, or as RFC 9457 if the client asks for it. */
@Catch()
export class GatewayErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly cookie: SessionCookie,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    reply.hijack();
    // The hooks do not run for a target that is no path, such as `OPTIONS *`.
    this.sendError(findContext(request.raw) ?? createContext(request, reply), error);
  }

  /** The response does not pass through Fastify. */
  sendError(context: RequestContext, error: unknown): void {
    const { req, res } = context;
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    this.cookie.addTo(context);
    // Without 100-continue the client may or may not send its body, so the connection cannot be reused.
    if (context.expectsContinue) res.setHeader('connection', 'close');
    const response = toErrorResponse(error instanceof NotFoundException ? createNotFoundError() : error);
    this.logError(context, error, response.status);
    sendErrorResponse(req, res, response);
    readToEnd(req);
  }

  private logError(context: RequestContext, error: unknown, status: number): void {
    if (isDomainError(error)) {
      context.errorCode = error.code;
      if (error.cause) this.logger.warn({ err: error.cause, ...getLogIds(context) }, error.code);
    } else if (status >= 500) this.logger.error({ err: error, ...getLogIds(context) }, 'Request failed');
  }
}
