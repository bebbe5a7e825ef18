import { Controller, Query, Res } from '@nestjs/common';
import { foreignPictureQuerySchema } from '@shop/contracts-catalog';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { getForeignPicture } from '@shop/contracts-catalog/routes';
import { Route, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { fromCompressed, sendCachedResponse } from '../cached-response/cached-response.js';
import { ForeignPicturesService } from './foreign-pictures.service.js';

/** The content never changes, but a picture that is missing now may be there later. */
const HEADERS = {
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; sandbox",
};

@Controller()
export class ForeignPicturesController {
  constructor(private readonly foreignPictures: ForeignPicturesService) {}

  @Route(getForeignPicture)
  async getPicture(
    @Query(zodPipe(foreignPictureQuerySchema)) { address }: z.output<typeof foreignPictureQuerySchema>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const picture = await this.foreignPictures.findPicture(address);
    if (!picture) throw new DomainError('PICTURE_UNKNOWN', 'not-found', MESSAGES.notFound);
    await sendCachedResponse(reply, fromCompressed(picture.mimeType, picture.bytes), HEADERS);
  }
}
