import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { previewQuerySchema, type PreviewQuery } from '@shop/contracts/art';
import { Access, Caller, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendPicture } from '../media/send-picture.js';
import { StylePreviewsService } from './style-previews.service.js';

/**
 * Photo, style and composition never change under their ids. `private`: a shared cache must not serve one customer's preview to
 * another.
 */
const HEADERS = { 'cache-control': 'private, max-age=31536000, immutable' };

@Controller('api/uploads')
export class PreviewsController {
  constructor(private readonly stylePreviews: StylePreviewsService) {}

  @Get(':id/previews/:styleKey')
  @Access('session')
  async getPreview(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Param('styleKey') styleKey: string,
    @Query(zodPipe(previewQuerySchema)) query: PreviewQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.stylePreviews.getPreview(caller, id, styleKey, query), ifNoneMatch, HEADERS);
  }
}
