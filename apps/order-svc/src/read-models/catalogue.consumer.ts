import { Controller } from '@nestjs/common';
import { productDeleted, productSaved } from '@shop/contracts/catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { OnEvent, type EventContext } from '@shop/messaging';
import { CatalogueRepository } from './catalogue.repository.js';

@Controller()
export class CatalogueConsumer {
  constructor(private readonly catalogue: CatalogueRepository) {}

  @OnEvent(productSaved, { keepLatest: true })
  async onProductSaved(
    { data }: EventEnvelope<EventPayload<typeof productSaved>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.catalogue.save(manager, data);
  }

  @OnEvent(productDeleted, { keepLatest: true })
  async onProductDeleted(
    { data }: EventEnvelope<EventPayload<typeof productDeleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.catalogue.markDeleted(manager, data.productId);
  }
}
