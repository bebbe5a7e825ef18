import { Controller, Headers, Res } from '@nestjs/common';
import { listStyles } from '@shop/contracts-art/routes';
import { Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { StylesService } from './styles.service.js';

@Controller()
export class StylesController {
  constructor(private readonly styles: StylesService) {}

  @Route(listStyles)
  async list(@Headers('if-none-match') ifNoneMatch: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { body, etag } = await this.styles.getListResponse();
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (ifNoneMatch?.includes(etag)) await reply.status(304).send();
    else await reply.type('application/json; charset=utf-8').send(body);
  }
}
