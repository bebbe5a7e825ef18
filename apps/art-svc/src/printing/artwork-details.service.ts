import { Injectable } from '@nestjs/common';
import type { ArtworkDetails } from '@shop/contracts-art';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { getEngine, getGroundKind } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { EarlierArtworksService } from './earlier-artworks.service.js';
import { readDetail } from './artwork-detail.rules.js';
import { readBackground, readBoxes, readRecipe } from './print-recipe.rules.js';
import { RecipeFilesService } from './recipe-files.service.js';

/** Describes an artwork for the designer: its size, how it was drawn, and whether its print is painted at full density. */
@Injectable()
export class ArtworkDetailsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly recipeFiles: RecipeFilesService,
    private readonly earlierArtworks: EarlierArtworksService,
  ) {}

  /** Throws 404 for any picture that is no artwork. */
  async getDetails(id: string): Promise<ArtworkDetails> {
    const image = await this.images.findActive(id);
    if (image?.type !== 'artwork') throw new DomainError('ARTWORK_NOT_FOUND', 'not-found', MESSAGES.notFound);
    const recipe = readRecipe(image);
    const isRedrawnForPrint = recipe !== null && (await this.recipeFiles.hasPhotos(recipe));
    return {
      id,
      width: image.widthPx,
      height: image.heightPx,
      isRedrawnForPrint,
      ...(this.earlierArtworks.isSharperDrawnAgain(image) && { isOfEarlierVersion: true }),
      detail: readDetail(image, isRedrawnForPrint),
      engine: getEngine(image),
      background: readBackground(image),
      ...readBoxes(image),
      isGroundContinued: getGroundKind(image) === 'continued',
    };
  }
}
