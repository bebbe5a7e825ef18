import { Controller, Headers, Param, Query, Res } from '@nestjs/common';
import { getMedia } from '@shop/contracts-art/routes';
import { Caller, Route, uuidPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { MediaService } from './media.service.js';
import { sendPicture } from './send-picture.js';

const PUBLIC_HEADERS = {
  // A URL always has the same picture, but an erased one must disappear from caches within a day.
  'cache-control': 'public, max-age=86400',
  vary: 'Accept',
  // Webmail clients show the pictures of emails on their own pages.
  'cross-origin-resource-policy': 'cross-origin',
};

const PHOTO_HEADERS = {
  'cache-control': 'private, no-store',
  vary: 'Accept',
  'cross-origin-resource-policy': 'same-origin',
};

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Route(getMedia)
  async getPicture(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Query() { w, part }: { w?: unknown; part?: unknown },
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { isPrivate, ...picture } = await (part === undefined
      ? this.media.getPicture(caller, id, w, accept)
      : this.media.getPart(id, part));
    await sendPicture(reply, picture, ifNoneMatch, isPrivate ? PHOTO_HEADERS : PUBLIC_HEADERS);
  }
}
