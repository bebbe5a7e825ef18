import {
  Catch,
  HttpException,
  Inject,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { LOGGER } from './config.js';
import { createNotFoundError, createStatusError, sendError, sendErrorResponse, UNEXPECTED } from './gateway.errors.js';
import { drainBody } from './requests/request-body.js';
import { createContext, findContext } from './requests/request-context.js';
import { SessionCookie } from './sessions/session-cookie.js';

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
    // The hooks do not run for a target that is no path, such as `OPTIONS *`.
    const context = findContext(request.raw) ?? createContext(request, reply);
    const { req, res, id: requestId } = context;
    reply.hijack();
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    this.cookie.addTo(context);
    // Without 100-continue the client may or may not send its body, so the connection cannot be reused.
    if (context.expectsContinue) res.setHeader('connection', 'close');
    if (isDomainError(error)) {
      if (error.cause) this.logger.warn({ err: error.cause, requestId }, error.code);
      sendError(req, res, error);
    } else if (error instanceof NotFoundException) {
      sendError(req, res, createNotFoundError());
    } else if (error instanceof HttpException && error.getStatus() < 500) {
      sendErrorResponse(req, res, createStatusError(error.getStatus()));
    } else {
      this.logger.error({ err: error, requestId }, 'Request failed');
      sendErrorResponse(req, res, UNEXPECTED);
    }
    drainBody(req);
  }
}
