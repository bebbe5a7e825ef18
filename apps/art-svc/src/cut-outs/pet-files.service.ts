import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { cutOutKey, originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageEntity, PetSource, RequestedPet } from '../images/image.entity.js';
import { ImagesRepository, type ServedImage } from '../images/images.repository.js';
import type { Requester } from '../threads/fair-queue.js';
import { AutomaticCutOutsService } from './automatic-cut-outs.service.js';
import { isNotReady } from './cut-out.errors.js';
import { CutOutsRepository, type StoredCutOut } from './cut-outs.repository.js';

export interface LoadedPet {
  readonly photo: Buffer;
  readonly cutOut: Buffer | null;
  readonly source: PetSource;
}

/** Loads the photo and the cut-out of a pet. */
@Injectable()
export class PetFilesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly cutOuts: CutOutsRepository,
    private readonly automaticCutOuts: AutomaticCutOutsService,
    private readonly store: ImageStore,
  ) {}

  /**
   * The cut-out is null where the automatic one can't be computed. Rejects where the photo or the requested cut-out no
   * longer exists, or a file can't be read.
   */
  async loadPet({ imageId, cutOutId }: RequestedPet): Promise<LoadedPet> {
    const image = await this.images.findActive(imageId);
    const photo = image && (await this.store.read(originalKey(image.id, image.mimeType)));
    if (!photo) throw new Error(`The photo ${imageId} no longer exists`);
    const stored = cutOutId ? await this.getCutOut(imageId, cutOutId) : await this.findAutomatic(image);
    return {
      photo,
      cutOut: stored && (await this.readMask(stored)),
      source: {
        imageId,
        sha256: createHash('sha256').update(photo).digest('hex'),
        cutOutId: stored?.id ?? null,
        cutOutSha256: stored?.sha256 ?? null,
      },
    };
  }

  /**
   * Reads the mask of the correction, or of the automatic cut-out where it is null. Throws 503 where that one could not
   * be computed; rejects where the file no longer exists.
   */
  async loadMask(photo: ServedImage, correction: StoredCutOut | null, requester: Requester): Promise<Buffer> {
    return this.readMask(correction ?? (await this.automaticCutOuts.getCutOut(photo, requester)));
  }

  private async readMask({ id }: StoredCutOut): Promise<Buffer> {
    const mask = await this.store.read(cutOutKey(id));
    if (!mask) throw new Error(`The file of the cut-out ${id} no longer exists`);
    return mask;
  }

  private async getCutOut(imageId: string, cutOutId: string): Promise<StoredCutOut> {
    const cutOut = await this.cutOuts.findOfPhoto(imageId, cutOutId);
    if (!cutOut) throw new Error(`The cut-out ${cutOutId} no longer exists`);
    return cutOut;
  }

  private findAutomatic(image: ImageEntity): Promise<StoredCutOut | null> {
    return this.automaticCutOuts.getCutOut(image).catch((error: unknown) => {
      if (isNotReady(error)) return null;
      throw error;
    });
  }
}
