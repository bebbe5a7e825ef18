import { Controller, Get, Header, Param } from '@nestjs/common';
import type { ArtworkFacts } from '@shop/contracts/art';
import { Access, uuidParam } from '@shop/service-kit';
import { ArtworkFactsService } from './artwork-facts.js';

@Controller('api/artworks')
export class ArtworkFactsController {
  constructor(private readonly facts: ArtworkFactsService) {}

  @Get(':id')
  @Access('public')
  @Header('cache-control', 'public, max-age=300')
  find(@Param('id', uuidParam) id: string): Promise<ArtworkFacts> {
    return this.facts.find(id);
  }
}
