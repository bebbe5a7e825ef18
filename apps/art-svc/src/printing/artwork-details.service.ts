import { Injectable } from '@nestjs/common';
import type { ArtworkDetails } from '@shop/contracts/art';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { ImagesRepository } from '../images/images.repository.js';
import { readRecipe } from './print-recipe.rules.js';

/** Tells the designer an artwork's size, and whether its print is painted at full density. */
@Injectable()
export class ArtworkDetailsService {
  constructor(private readonly images: ImagesRepository) {}

  /** Throws 404 for any picture that is no artwork. */
  async getDetails(id: string): Promise<ArtworkDetails> {
    const image = await this.images.findActive(id);
    if (image?.type !== 'artwork') throw new DomainError('ARTWORK_NOT_FOUND', 'not-found', MESSAGES.notFound);
    const recipe = readRecipe(image);
    const photo = recipe && (await this.images.findActive(recipe.sourceImageId));
    return { id, width: image.widthPx, height: image.heightPx, isRedrawnForPrint: photo !== null };
  }
}
