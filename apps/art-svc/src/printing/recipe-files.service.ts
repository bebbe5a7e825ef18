import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Pet } from '@shop/art-engine';
import { cutOutKey, originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { PetSource } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { computeFileSha256 } from '../images/temporary-files.js';
import type { PrintRecipe } from './print-recipe.rules.js';

type Pets = readonly [Pet, ...Pet[]];

/** Reads the photos and cut-outs that an artwork was drawn from. */
@Injectable()
export class RecipeFilesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
  ) {}

  /** Whether all photos of the recipe still exist. */
  async hasPhotos({ pets }: PrintRecipe): Promise<boolean> {
    const photos = await Promise.all(pets.map(({ imageId }) => this.images.findActive(imageId)));
    return photos.every((photo) => photo !== null);
  }

  /**
   * Calls `use` with the files. Returns null, without the call, where one of them no longer exists or is not the one
   * that the artwork was drawn from.
   */
  async withPets<T>({ pets: [first, ...further] }: PrintRecipe, use: (pets: Pets) => Promise<T>): Promise<T | null> {
    const image = await this.images.findActive(first.imageId);
    const mask = await this.readMask(first);
    const furtherPets: Pet[] = [];
    for (const source of further) {
      const pet = await this.readPet(source);
      if (!pet) return null;
      furtherPets.push(pet);
    }
    if (!image || !mask) return null;
    // The largest photos have 25 MB, so the usual only one is not read into memory.
    return this.store.withLocalFile(originalKey(image.id, image.mimeType), async (photo) =>
      (await computeFileSha256(photo)) === first.sha256 ? use([{ photo, ...mask }, ...furtherPets]) : null,
    );
  }

  private async readPet(source: PetSource): Promise<Pet | null> {
    const image = await this.images.findActive(source.imageId);
    const photo = image && (await this.readUnchanged(originalKey(image.id, image.mimeType), source.sha256));
    const mask = await this.readMask(source);
    return photo && mask && { photo, ...mask };
  }

  /** Null where the recipe has a cut-out whose file no longer exists. */
  private async readMask({ cutOutId, cutOutSha256 }: PetSource): Promise<Pick<Pet, 'cutOut'> | null> {
    if (!cutOutId) return { cutOut: null };
    const cutOut = await this.readUnchanged(cutOutKey(cutOutId), cutOutSha256);
    return cutOut && { cutOut };
  }

  private async readUnchanged(key: string, sha256: string | null): Promise<Buffer | null> {
    const file = await this.store.read(key);
    return file && createHash('sha256').update(file).digest('hex') === sha256 ? file : null;
  }
}
