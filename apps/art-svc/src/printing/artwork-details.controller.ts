import { Controller, Header, Param } from '@nestjs/common';
import type { ArtworkDetails } from '@shop/contracts-art';
import { getArtwork } from '@shop/contracts-art/routes';
import { Route, uuidPipe } from '@shop/service-kit';
import { ArtworkDetailsService } from './artwork-details.service.js';

@Controller()
export class ArtworkDetailsController {
  constructor(private readonly artworkDetails: ArtworkDetailsService) {}

  @Route(getArtwork)
  @Header('cache-control', 'public, max-age=300')
  getDetails(@Param('id', uuidPipe) id: string): Promise<ArtworkDetails> {
    return this.artworkDetails.getDetails(id);
  }
}
