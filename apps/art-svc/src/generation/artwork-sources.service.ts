import { Injectable } from '@nestjs/common';
import type { ArtworkSource } from '@shop/contracts-art';
import type { Caller } from '@shop/service-kit';
import { getEngine, getImageUrl, type RequestedPet } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { DrawingsRepository } from './drawings.repository.js';
import { artworkUnknown } from './generation.errors.js';

/** What an artwork was drawn from. */
@Injectable()
export class ArtworkSourcesService {
  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly images: ImagesRepository,
  ) {}

  /** Throws 404 for an artwork that is not the caller's. */
  async getForOwner(caller: Caller, artworkId: string): Promise<ArtworkSource> {
    const drawing = await this.drawings.findByArtworkForOwner(caller, artworkId);
    const artwork = drawing && (await this.images.findActive(artworkId));
    if (!drawing || !artwork) throw artworkUnknown();
    const { styleKey, petName, prompt, variation, background, inputImageId, cutOutId } = drawing;
    const pets: ArtworkSource['pets'] = [];
    for (const pet of [{ imageId: inputImageId, cutOutId }, ...(await this.drawings.listFurtherPets(drawing.id))])
      pets.push(await this.toPet(caller, pet));
    return {
      styleKey,
      petName,
      prompt,
      variation,
      background: background ?? 'style',
      engine: getEngine(artwork),
      pets,
    };
  }

  private async toPet(caller: Caller, { imageId, cutOutId }: RequestedPet): Promise<ArtworkSource['pets'][number]> {
    const photo = await this.images.findOwnUpload(caller, imageId);
    if (!photo) return { photo: null, cutOutId: null };
    return {
      photo: { id: photo.id, url: getImageUrl(photo.id), width: photo.widthPx, height: photo.heightPx },
      cutOutId,
    };
  }
}
