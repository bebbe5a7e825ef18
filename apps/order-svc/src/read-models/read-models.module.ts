import { Module } from '@nestjs/common';
import { AccountsConsumer } from './accounts.consumer.js';
import { ArtworksConsumer } from './artworks.consumer.js';
import { CatalogueConsumer } from './catalogue.consumer.js';
import { ReadModelsRepository } from './read-models.repository.js';

/** What the service keeps of other services' data: products, artworks and accounts. */
@Module({
  controllers: [CatalogueConsumer, ArtworksConsumer, AccountsConsumer],
  providers: [ReadModelsRepository],
  exports: [ReadModelsRepository],
})
export class ReadModelsModule {}
