import { Controller, Headers, Param, Query, Res } from '@nestjs/common';
import { getMedia } from '@shop/contracts/routes';
import { uuidPipe, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { MediaService } from './media.service.js';
import { sendPicture } from './send-picture.js';

const HEADERS = {
  // A URL always has the same picture.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept',
  // Webmail clients show the pictures of emails on their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Route(getMedia)
  async getPicture(
    @Param('id', uuidPipe) id: string,
    @Query('w') w: unknown,
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.media.getPicture(id, w, accept), ifNoneMatch, HEADERS);
  }
}
