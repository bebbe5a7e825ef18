import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { UploadedImage } from '@shop/contracts/art';
import { ownerOf, type Caller } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { sha256Of } from '../images/content-hash.js';
import { originalKey } from '../images/image-keys.js';
import { reached } from '../images/image-store.js';
import { imageUrl } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';
import { LocalFiles } from '../images/local-files.js';
import { KeptFiles } from '../upkeep/kept-files.js';
import { normalisePhoto, type NormalPhoto } from './normalise-photo.js';
import { receivePhoto } from './receive-photo.js';

type Whose = Pick<NewImage, 'userId' | 'guestId' | 'type'>;

@Injectable()
export class UploadsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly files: KeptFiles,
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

  private async keep(request: FastifyRequest, whose: Whose): Promise<UploadedImage> {
    const [incoming, normal] = await reached(() => Promise.all([this.local.newPath(), this.local.newPath()]));
    try {
      await receivePhoto(request, incoming);
      const photo = await normalisePhoto(incoming, normal);
      return await this.keepFile(normal, photo, whose);
    } finally {
      await Promise.all([incoming, normal].map((path) => rm(path, { force: true })));
    }
  }

  private async keepFile(
    path: string,
    { mimeType, widthPx, heightPx, sizeBytes }: NormalPhoto,
    whose: Whose,
  ): Promise<UploadedImage> {
    const id = randomUUID();
    const metadata = { sha256: await sha256Of(path) };
    await this.files.keep(originalKey(id, mimeType), { path }, async (manager) => {
      await this.images.insert({ id, ...whose, mimeType, widthPx, heightPx, sizeBytes, metadata }, manager);
      return true;
    });
    return { id, url: imageUrl(id), width: widthPx, height: heightPx };
  }
}
