import { Controller, Get, Req, Res } from '@nestjs/common';
import { openApiDocument, operations } from '@shop/contracts-all';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCachedResponse, sendCachedResponse, type CachedResponse } from './web-responses.js';

@Controller()
export class OpenApiController {
  private document: Promise<CachedResponse> | undefined;

  @Get('api/openapi.json')
  async getDocument(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.document ??= createCachedResponse(
      JSON.stringify(openApiDocument(operations)),
      'application/json; charset=utf-8',
    );
    await sendCachedResponse(request, reply, await this.document);
  }
}
