import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { Access, uuidParam } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { MediaService, type Picture } from './media.service.js';

/** The address changes with the picture, never the picture under it. */
const FOR_EVER = 'public, max-age=31536000, immutable';

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
    await send(reply, await this.media.find(id, w, accept), known);
  }
}

async function send(reply: FastifyReply, picture: Picture, known: string | undefined): Promise<void> {
  const isKnown = known?.split(',').some((etag) => etag.trim().replace(/^W\//, '') === picture.etag);
  const content = isKnown ? null : await picture.open();
  void reply
    .header('cache-control', FOR_EVER)
    .header('etag', picture.etag)
    .header('vary', 'Accept')
    .header('x-content-type-options', 'nosniff')
    // Mail programs in a browser show letters' pictures on pages of their own.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-disposition', 'inline');
  if (!content) {
    await reply.status(304).send();
    return;
  }
  await reply.header('content-length', content.sizeBytes).type(picture.mimeType).send(content.file.createReadStream());
}
