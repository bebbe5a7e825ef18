import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PrintfulError, toRejection } from './printful.error.js';

@Catch(PrintfulError)
export class PrintfulErrorFilter implements ExceptionFilter<PrintfulError> {
  catch(error: PrintfulError, host: ArgumentsHost): void {
    void host.switchToHttp().getResponse<FastifyReply>().status(error.status).send(toRejection(error));
  }
}
