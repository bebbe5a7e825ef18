import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { Access, uuidParam } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { MediaService } from './media.service.js';
import { sendPicture } from './send-picture.js';

const HEADERS = {
  // The address changes with the picture, never the picture under it.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept',
  // Mail programs in a browser show letters' pictures on pages of their own.
  'cross-origin-resource-policy': 'cross-origin',
};

@Controller('media')
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Get(':id')
  @Access('public')
  async read(
    @Param('id', uuidParam) id: string,
    @Query('w') w: unknown,
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendPicture(reply, await this.media.find(id, w, accept), known, HEADERS);
  }
}
