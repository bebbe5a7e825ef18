import { Module } from '@nestjs/common';
import { CatalogueConsumer } from './catalogue.consumer.js';
import { CatalogueRepository } from './catalogue.repository.js';

/** The read model of catalog-svc's products and variants. */
@Module({ controllers: [CatalogueConsumer], providers: [CatalogueRepository] })
export class CatalogueModule {}
