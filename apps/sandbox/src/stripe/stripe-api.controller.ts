import { All, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StripeApi } from './stripe-api.service.js';

/** Stripe's API over HTTP. Bodies are read by `StripeApi`, which compares them for idempotency keys. */
@Controller('v1')
export class StripeApiController {
  constructor(private readonly api: StripeApi) {}

  @All('*')
  async handle(@Req() request: FastifyRequest & { rawBody?: Buffer }, @Res() reply: FastifyReply): Promise<void> {
    const { pathname, search } = new URL(request.url, 'http://stripe');
    const form = request.method === 'GET' ? search.slice(1) : (request.rawBody?.toString() ?? '');
    const { method, headers } = request;
    const response = await this.api.handle({ method, path: pathname, form, headers });
    if (response === 'hang up') {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    await reply
      .status(response.status)
      .headers({ 'request-id': `req_${request.id}`, ...response.headers })
      .send(response.body);
  }
}
