import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { UPLOAD_MAX_BYTES, type UploadedImage } from '@shop/contracts/art';
import { type Caller, toOwner } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { AutomaticCutOutsService } from '../cut-outs/automatic-cut-outs.service.js';
import { StoredFilesService } from '../images/file-removals.service.js';
import { originalKey } from '../images/image-keys.js';
import { wrapStoreErrors } from '../images/image-store.js';
import { getImageUrl } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';
import { receiveFile } from '../images/receive-file.js';
import { computeFileSha256, TemporaryFiles } from '../images/temporary-files.js';
import { type NormalisedPhoto, normalisePhoto } from './normalise-photo.js';
import { photoMissing, tooManyBytes, tooManyPhotos, uploadInterrupted } from './photo.rules.js';

/**
 * Streams the form's photo to a file, without keeping it in memory. Throws 400 without a photo or for a broken form,
 * 413 above 25 MB; the file is removed then.
 */
export const receivePhoto = (request: FastifyRequest, path: string): Promise<void> =>
  receiveFile(request, path, {
    maxBytes: UPLOAD_MAX_BYTES,
    errors: { missing: photoMissing, tooMany: tooManyPhotos, tooLarge: tooManyBytes, interrupted: uploadInterrupted },
  });

type SavedUpload = Pick<NewImage, 'id' | 'mimeType' | 'widthPx' | 'heightPx'>;
type ImageOwnership = Pick<NewImage, 'userId' | 'guestId' | 'type'>;

@Injectable()
export class UploadsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly storedFiles: StoredFilesService,
    private readonly temporaryFiles: TemporaryFiles,
    private readonly automaticCutOuts: AutomaticCutOutsService,
  ) {}

  /** The response does not wait for the photo's cut-out. */
  async uploadPhoto(caller: Caller, request: FastifyRequest): Promise<UploadedImage> {
    const photo = await this.saveUpload(request, { ...toOwner(caller), type: 'upload' });
    this.automaticCutOuts.startComputation(photo);
    return toUploadedImage(photo);
  }

  /** A product picture belongs to the shop, so it has no owner. */
  async uploadProductPicture(request: FastifyRequest): Promise<UploadedImage> {
    return toUploadedImage(await this.saveUpload(request, { userId: null, guestId: null, type: 'product' }));
  }

  private async saveUpload(request: FastifyRequest, ownership: ImageOwnership): Promise<SavedUpload> {
    const [incoming, normalised] = await wrapStoreErrors(() =>
      Promise.all([this.temporaryFiles.createPath(), this.temporaryFiles.createPath()]),
    );
    try {
      await receivePhoto(request, incoming);
      const photo = await normalisePhoto(incoming, normalised);
      return await this.saveFile(normalised, photo, ownership);
    } finally {
      await Promise.all([incoming, normalised].map((path) => rm(path, { force: true })));
    }
  }

  private async saveFile(
    path: string,
    { mimeType, widthPx, heightPx, sizeBytes }: NormalisedPhoto,
    ownership: ImageOwnership,
  ): Promise<SavedUpload> {
    const id = randomUUID();
    const metadata = { sha256: await computeFileSha256(path) };
    await this.storedFiles.saveWithRow(originalKey(id, mimeType), { path }, async (manager) => {
      await this.images.insert({ id, ...ownership, mimeType, widthPx, heightPx, sizeBytes, metadata }, manager);
      return true;
    });
    return { id, mimeType, widthPx, heightPx };
  }
}

const toUploadedImage = ({ id, widthPx, heightPx }: SavedUpload): UploadedImage => ({
  id,
  url: getImageUrl(id),
  width: widthPx,
  height: heightPx,
});
