import { Controller } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { type EventContext, OnEvent } from '@shop/messaging';
import { ReadModelsRepository } from './read-models.repository.js';

@Controller()
export class ArtworksConsumer {
  constructor(private readonly readModels: ReadModelsRepository) {}

  @OnEvent(artworkCompleted)
  async onArtworkCompleted(
    { data }: EventEnvelope<EventPayload<typeof artworkCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.readModels.saveArtwork(manager, data);
  }
}
