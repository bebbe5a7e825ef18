import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS_IN_MEMORY, type UploadedImage } from '@shop/contracts-art';
import { type Caller, type Client, toOwner } from '@shop/service-kit';
import type { FastifyRequest } from 'fastify';
import { AutomaticCutOutsService } from '../cut-outs/automatic-cut-outs.service.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { originalKey } from '../images/image-keys.js';
import { ImageStore, wrapStoreErrors } from '../images/image-store.js';
import { getImageUrl } from '../images/image.entity.js';
import { ImagesRepository, type NewImage } from '../images/images.repository.js';
import { receiveFile } from '../images/receive-file.js';
import { computeFileSha256, TemporaryFiles } from '../images/temporary-files.js';
import { type NormalisedPhoto, normalisePhoto } from './normalise-photo.js';
import { UploadBudgetsService } from './upload-budgets.service.js';
import { FairQueue, type Requester } from '../threads/fair-queue.js';
import {
  photoMissing,
  photosBusy,
  storeNearlyFull,
  tooManyBytes,
  tooManyPhotos,
  tooManyWaitingPhotos,
  uploadInterrupted,
} from './photo.rules.js';

/**
 * Streams the form's photo to a file, without keeping it in memory. Throws 400 without a photo or for a broken form,
 * 413 above 25 MB; the file is removed then.
 */
export const receivePhoto = (request: FastifyRequest, path: string): Promise<void> =>
  receiveFile(request, path, {
    maxBytes: UPLOAD_MAX_BYTES,
    errors: { missing: photoMissing, tooMany: tooManyPhotos, tooLarge: tooManyBytes, interrupted: uploadInterrupted },
  });

const MEGAPIXEL = 1_000_000;

/** The waiting files need up to 25 MB each on the disk. */
const MAX_WAITING_PHOTOS = 60;

/** An artwork has four pets at most, so eight photos are two attempts at once. */
const MAX_WAITING_PHOTOS_PER_OWNER = 8;

/** The gateway waits longer. A customer who waits longer than this sends the photo again. */
const MAX_WAIT_MS = 30_000;

/** A guest's photo that no design uses goes after a day (unused-uploads.service.ts). */
const GUEST_PHOTO_MS = 86_400_000;

type SavedUpload = Pick<NewImage, 'id' | 'mimeType' | 'widthPx' | 'heightPx'>;
type ImageOwnership = Pick<NewImage, 'userId' | 'guestId' | 'type'>;

@Injectable()
export class UploadsService {
  /** Photos of an instance share this memory: at most 900 MB. */
  private readonly decoding = new FairQueue({
    capacity: UPLOAD_MAX_PIXELS_IN_MEMORY / MEGAPIXEL,
    maxWaiting: MAX_WAITING_PHOTOS,
    maxWaitingPerOwner: MAX_WAITING_PHOTOS_PER_OWNER,
    maxWaitMs: MAX_WAIT_MS,
    errors: { busy: photosBusy, tooManyOfOwner: tooManyWaitingPhotos },
  });

  constructor(
    private readonly budgets: UploadBudgetsService,
    private readonly store: ImageStore,
    private readonly images: ImagesRepository,
    private readonly storedFiles: StoredFilesService,
    private readonly temporaryFiles: TemporaryFiles,
    private readonly automaticCutOuts: AutomaticCutOutsService,
  ) {}

  /**
   * The response does not wait for the photo's cut-out. Throws 503 and 429 where too many photos wait to be decoded, where a budget of
   * the day is spent, and where the disk is nearly full.
   */
  async uploadPhoto(client: Client, request: FastifyRequest): Promise<UploadedImage> {
    const { caller, network } = client;
    const requester = { owner: getOwnerId(caller), network };
    await this.budgets.assertRoom(client, Number(request.headers['content-length'] ?? 0));
    const photo = await this.saveUpload(request, requester, { ...toOwner(caller), type: 'upload' }, client);
    this.automaticCutOuts.startComputation(photo, requester);
    return toUploadedImage(photo);
  }

  /** A product picture belongs to the shop, so it has no owner. */
  async uploadProductPicture({ caller, network }: Client, request: FastifyRequest): Promise<UploadedImage> {
    const requester = { owner: getOwnerId(caller), network };
    return toUploadedImage(await this.saveUpload(request, requester, { userId: null, guestId: null, type: 'product' }));
  }

  private async saveUpload(
    request: FastifyRequest,
    requester: Requester,
    ownership: ImageOwnership,
    payer: Client | null = null,
  ): Promise<SavedUpload> {
    if (!(await this.store.hasRoom())) throw storeNearlyFull();
    const [incoming, normalised] = await wrapStoreErrors(() =>
      Promise.all([this.temporaryFiles.createPath(), this.temporaryFiles.createPath()]),
    );
    try {
      await receivePhoto(request, incoming);
      const photo = await normalisePhoto(incoming, normalised, (pixels, work) =>
        this.decoding.run(requester, Math.ceil(pixels / MEGAPIXEL), work),
      );
      return await this.saveFile(normalised, photo, ownership, payer);
    } finally {
      await Promise.all([incoming, normalised].map((path) => rm(path, { force: true })));
    }
  }

  private async saveFile(
    path: string,
    { mimeType, widthPx, heightPx, sizeBytes }: NormalisedPhoto,
    ownership: ImageOwnership,
    payer: Client | null,
  ): Promise<SavedUpload> {
    const id = randomUUID();
    const metadata = { sha256: await computeFileSha256(path) };
    await this.storedFiles.saveWithRow(originalKey(id, mimeType), { path }, async (manager) => {
      if (payer) await this.budgets.countBytes(payer, sizeBytes, manager);
      const reviewAt = ownership.guestId === null ? undefined : new Date(Date.now() + GUEST_PHOTO_MS);
      await this.images.insert(
        { id, ...ownership, mimeType, widthPx, heightPx, sizeBytes, metadata, reviewAt },
        manager,
      );
      return true;
    });
    return { id, mimeType, widthPx, heightPx };
  }
}

function getOwnerId(caller: Caller): string {
  const { userId, guestId } = toOwner(caller);
  return userId ?? guestId ?? '';
}

const toUploadedImage = ({ id, widthPx, heightPx }: SavedUpload): UploadedImage => ({
  id,
  url: getImageUrl(id),
  width: widthPx,
  height: heightPx,
});
