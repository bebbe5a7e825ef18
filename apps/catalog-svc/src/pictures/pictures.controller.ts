import { readFile } from 'node:fs/promises';
import { Injectable, Controller, Param, Res } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { getPicture } from '@shop/contracts/routes';
import { drawPicture, findPicture, isPictureCopy } from '@shop/product-pictures';
import { Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import {
  fromCompressed,
  createCachedResponse,
  type CachedResponse,
  sendCachedResponse,
} from '../cached-response/cached-response.js';

/** Created by `npm run pictures:products` (docs/pictures.md). */
const COPIES = new URL('../../pictures/', import.meta.url);

/** Draws each picture at its first request and caches the compressed response; the same for copies. About two megabytes for all pictures. */
@Injectable()
export class PicturesService {
  private readonly responses = new Map<string, Promise<CachedResponse>>();

  /** Returns undefined for an unknown file name. */
  getResponse(file: string): Promise<CachedResponse> | undefined {
    const cached = this.responses.get(file);
    if (cached) return cached;
    const response = this.createResponse(file);
    if (!response) return undefined;
    this.responses.set(file, response);
    // A missing copy may exist at the next request.
    response.catch(() => this.responses.delete(file));
    return response;
  }

  private createResponse(file: string): Promise<CachedResponse> | undefined {
    if (isPictureCopy(file)) return readFile(new URL(file, COPIES)).then((body) => fromCompressed('image/avif', body));
    const picture = findPicture(file);
    return picture && createCachedResponse('image/svg+xml', drawPicture(picture));
  }
}

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
