import { Injectable } from '@nestjs/common';
import type { ArtworkFacts } from '@shop/contracts/art';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { ImagesRepository } from '../images/images.repository.js';
import { recipeOf } from './print-recipe.rules.js';

/** What a designer has to know before an artwork is printed. */
@Injectable()
export class ArtworkFactsService {
  constructor(private readonly images: ImagesRepository) {}

  /** Throws 404 for anything but an artwork. */
  async find(id: string): Promise<ArtworkFacts> {
    const image = await this.images.findActive(id);
    if (image?.type !== 'artwork') throw new DomainError('ARTWORK_NOT_FOUND', 'not-found', SENTENCES.notFound);
    const recipe = recipeOf(image);
    const isPaintedAnew = recipe !== null && (await this.images.findActive(recipe.sourceImageId)) !== null;
    return { id, width: image.widthPx, height: image.heightPx, isPaintedAnew };
  }
}
