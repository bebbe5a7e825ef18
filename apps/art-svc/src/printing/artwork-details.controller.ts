import { Controller, Get, Header, Param } from '@nestjs/common';
import type { ArtworkDetails } from '@shop/contracts/art';
import { Access, uuidPipe } from '@shop/service-kit';
import { ArtworkDetailsService } from './artwork-details.service.js';

@Controller('api/artworks')
export class ArtworkDetailsController {
  constructor(private readonly artworkDetails: ArtworkDetailsService) {}

  @Get(':id')
  @Access('public')
  @Header('cache-control', 'public, max-age=300')
  getDetails(@Param('id', uuidPipe) id: string): Promise<ArtworkDetails> {
    return this.artworkDetails.getDetails(id);
  }
}
