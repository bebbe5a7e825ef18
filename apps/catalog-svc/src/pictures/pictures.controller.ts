import { Controller, Param, Res } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { getPicture } from '@shop/contracts-catalog/routes';
import { Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { sendCachedResponse } from '../cached-response/cached-response.js';
import { PicturesService } from './pictures.service.js';

/** An SVG that is opened directly is a document. This policy prevents scripts and requests. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

@Controller()
export class PicturesController {
  constructor(private readonly pictures: PicturesService) {}

  @Route(getPicture)
  async getPicture(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const picture = await this.pictures.getResponse(file);
    if (!picture) throw new DomainError('PICTURE_UNKNOWN', 'not-found', MESSAGES.notFound);
    await sendCachedResponse(reply, picture, HEADERS);
  }
}
