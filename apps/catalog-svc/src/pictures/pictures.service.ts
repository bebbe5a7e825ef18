import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { drawPicture, findPicture, isPictureCopy } from '@shop/product-pictures';
import { createCachedResponse, fromCompressed, type CachedResponse } from '../cached-response/cached-response.js';

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
