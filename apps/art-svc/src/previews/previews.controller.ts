import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { Access, Caller, uuidParam } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendPicture } from '../media/send-picture.js';
import { StylePreviews } from './style-previews.js';

/** Neither photo nor style changes under its id; no cache between may give one person's to another. */
const HEADERS = { 'cache-control': 'private, max-age=31536000, immutable' };

@Controller('api/uploads')
export class PreviewsController {
  constructor(private readonly previews: StylePreviews) {}

  @Get(':id/previews/:styleKey')
  @Access('session')
  async read(
    @Caller() caller: Caller,
    @Param('id', uuidParam) id: string,
    @Param('styleKey') styleKey: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.previews.find(caller, id, styleKey), known, HEADERS);
  }
}
