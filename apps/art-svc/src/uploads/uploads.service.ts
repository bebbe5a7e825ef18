import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { UploadedImage } from '@shop/contracts/art';
import { ownerOf, type Caller } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { originalKey } from '../images/image-keys.js';
import { ImageStore, reached } from '../images/image-store.js';
import { imageUrl } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';
import { LocalFiles } from '../images/local-files.js';
import { normalisePhoto } from './normalise-photo.js';
import { receivePhoto } from './receive-photo.js';

@Injectable()
export class UploadsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly local: LocalFiles,
  ) {}

  /** D14 */
  upload(caller: Caller, request: FastifyRequest): Promise<UploadedImage> {
    return this.keep(request, { ...ownerOf(caller), type: 'upload' });
  }

  /** D14, for a product's picture: the shop's own, so nobody's; the admin who sends it may leave. */
  uploadProductPicture(request: FastifyRequest): Promise<UploadedImage> {
    return this.keep(request, { userId: null, guestId: null, type: 'product' });
  }

  private async keep(request: FastifyRequest, whose: Pick<NewImage, 'userId' | 'guestId' | 'type'>): Promise<UploadedImage> {
    const incoming = await reached(() => this.local.newPath());
    try {
      await receivePhoto(request, incoming);
      const { bytes, mimeType, widthPx, heightPx } = await normalisePhoto(incoming);
      const id = randomUUID();
      const metadata = { sha256: createHash('sha256').update(bytes).digest('hex') };
      // The file first: a row without its file would be a broken picture, a file without a row is only lost space.
      const key = originalKey(id, mimeType);
      await this.store.put(key, bytes);
      await this.images.insert({ id, ...whose, mimeType, widthPx, heightPx, sizeBytes: bytes.length, metadata }).catch(async (error: unknown) => {
        await this.store.remove(key);
        throw error;
      });
      return { id, url: imageUrl(id), width: widthPx, height: heightPx };
    } finally {
      await rm(incoming, { force: true });
    }
  }
}
