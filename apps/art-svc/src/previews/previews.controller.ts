import { Controller, Headers, Param, Query, Res } from '@nestjs/common';
import type { PreviewQuery } from '@shop/contracts-art';
import { getStylePreview } from '@shop/contracts-art/routes';
import { Client, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendPicture } from '../media/send-picture.js';
import { StylePreviewsService } from './style-previews.service.js';

/** It shows a private photo, which must not stay on a shared computer. */
const HEADERS = { 'cache-control': 'private, no-store' };

@Controller()
export class PreviewsController {
  constructor(private readonly stylePreviews: StylePreviewsService) {}

  @Route(getStylePreview)
  async getPreview(
    @Client() client: Client,
    @Param('id', uuidPipe) id: string,
    @Param('styleKey') styleKey: string,
    @Query(zodPipe(getStylePreview.query)) query: PreviewQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.stylePreviews.getPreview(client, id, styleKey, query), ifNoneMatch, HEADERS);
  }
}
