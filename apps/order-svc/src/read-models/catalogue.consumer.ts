import { Controller } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts-catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { type EventContext, OnEvent } from '@shop/messaging';
import { ReadModelsRepository } from './read-models.repository.js';

@Controller()
export class CatalogueConsumer {
  constructor(private readonly readModels: ReadModelsRepository) {}

  @OnEvent(productSaved, { keepLatest: true })
  async onProductSaved(
    { data }: EventEnvelope<EventPayload<typeof productSaved>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.readModels.saveProduct(manager, data);
  }

  @OnEvent(productDeleted, { keepLatest: true })
  async onProductDeleted(
    { data }: EventEnvelope<EventPayload<typeof productDeleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.readModels.markProductDeleted(manager, data.productId);
  }
}
