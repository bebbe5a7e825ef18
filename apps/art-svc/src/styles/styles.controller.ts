import { Controller, Get, Headers, Res } from '@nestjs/common';
import { Access } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { StylesService } from './styles.service.js';

@Controller('api/styles')
export class StylesController {
  constructor(private readonly styles: StylesService) {}

  @Get()
  @Access('public')
  async list(@Headers('if-none-match') ifNoneMatch: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const { body, etag } = await this.styles.getListResponse();
    void reply.header('etag', etag).header('cache-control', 'no-cache');
    if (ifNoneMatch?.includes(etag)) await reply.status(304).send();
    else await reply.type('application/json; charset=utf-8').send(body);
  }
}
