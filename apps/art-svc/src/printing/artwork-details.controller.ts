import { Controller, Get, Header, Param } from '@nestjs/common';
import type { ArtworkFacts } from '@shop/contracts/art';
import { Access, uuidParam } from '@shop/service-kit';
import { ArtworkDetailsService } from './artwork-details.service.js';

@Controller('api/artworks')
export class ArtworkDetailsController {
  constructor(private readonly artworkDetails: ArtworkDetailsService) {}

  @Get(':id')
  @Access('public')
  @Header('cache-control', 'public, max-age=300')
  getDetails(@Param('id', uuidParam) id: string): Promise<ArtworkFacts> {
    return this.artworkDetails.getDetails(id);
  }
}
