import { Controller, Param, Query } from '@nestjs/common';
import {
  type ArtworkSource,
  GUEST_DESIGNS_MAX,
  USER_DESIGNS_LIMIT,
  type Design,
  type OwnDesignsQuery,
  type UserDesigns,
} from '@shop/contracts-art';
import { getPrintableName } from '@shop/contracts-art/pet-name';
import { getArtworkSource, getUserDesigns, listDesigns, listGuestDesigns } from '@shop/contracts-art/routes';
import { Caller, type Page, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import { EarlierArtworksService } from '../printing/earlier-artworks.service.js';
import { getImageUrl } from '../images/image.entity.js';
import { ArtworkSourcesService } from './artwork-sources.service.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';

@Controller()
export class DesignsController {
  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly artworkSources: ArtworkSourcesService,
    private readonly earlierArtworks: EarlierArtworksService,
  ) {}

  @Route(listDesigns)
  async list(
    @Caller() caller: Caller,
    @Query(zodPipe(listDesigns.query)) query: OwnDesignsQuery,
  ): Promise<Page<Design>> {
    const { items, next } = await this.drawings.listForOwner(caller, query);
    return { items: await this.toOwnDesigns(items), next };
  }

  /** A signed-in customer has no guest designs: a sign-in moves them to the account. */
  @Route(listGuestDesigns)
  async listOfGuest(@Caller() caller: Caller): Promise<Design[]> {
    if (caller.kind !== 'guest') return [];
    const { items } = await this.drawings.listForOwner(caller, { limit: GUEST_DESIGNS_MAX });
    return this.toOwnDesigns(items);
  }

  @Route(getArtworkSource)
  getSource(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<ArtworkSource> {
    return this.artworkSources.getForOwner(caller, id);
  }

  @Route(getUserDesigns)
  async getOfUser(@Param('id', uuidPipe) id: string): Promise<UserDesigns> {
    const { total, newest } = await this.drawings.findNewestOfUser(id, USER_DESIGNS_LIMIT);
    return { total, newest: newest.map(toDesign) };
  }

  /** Says which of those that were not bought were drawn by an earlier version. */
  private async toOwnDesigns(drawings: readonly DrawingEntity[]): Promise<Design[]> {
    const earlier = await this.earlierArtworks.findUnpaid(drawings.flatMap(({ outputImageId }) => outputImageId ?? []));
    return drawings.map((drawing) => ({
      ...toDesign(drawing),
      ...(drawing.outputImageId !== null && earlier.has(drawing.outputImageId) && { isOfEarlierVersion: true }),
    }));
  }
}

function toDesign(drawing: DrawingEntity): Design {
  const { id, status, styleKey, petName, variation, outputImageId, errorMessage } = drawing;
  const outputImage = outputImageId ? { id: outputImageId, url: getImageUrl(outputImageId) } : null;
  return {
    id,
    status,
    styleKey,
    petName: getPrintableName(petName ?? '') || null,
    variation,
    createdAt: drawing.createdAt.toISOString(),
    outputImageId,
    outputImage,
    errorMessage,
  };
}
