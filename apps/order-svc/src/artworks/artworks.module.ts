import { Module } from '@nestjs/common';
import { ArtworksConsumer } from './artworks.consumer.js';

/** The read model of art-svc's finished artworks. */
@Module({ controllers: [ArtworksConsumer] })
export class ArtworksModule {}
