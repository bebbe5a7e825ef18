import { Module } from '@nestjs/common';
import { AccountsConsumer, ArtworksConsumer, CatalogueConsumer } from './read-models.consumer.js';
import { CatalogueRepository } from './catalogue.repository.js';

/** What the service keeps of other services' data: products, artworks and accounts. */
@Module({
  controllers: [CatalogueConsumer, ArtworksConsumer, AccountsConsumer],
  providers: [CatalogueRepository],
})
export class ReadModelsModule {}
