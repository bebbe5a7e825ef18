import { Controller, Inject } from '@nestjs/common';
import { artworksErased } from '@shop/contracts-art';
import { reviewsErased } from '@shop/contracts-catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { ordersAnonymised } from '@shop/contracts-order';
import { contactRequestsErased } from '@shop/contracts-support';
import { OnEvent, type EventContext } from '@shop/messaging';
import { ErasuresService } from './erasures.service.js';

@Controller()
export class ErasuresConsumer {
  constructor(@Inject(ErasuresService) private readonly erasuresService: ErasuresService) {}

  @OnEvent(artworksErased)
  async onArtworksErased(
    { data }: EventEnvelope<EventPayload<typeof artworksErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasuresService.confirmErasure(manager, data.userId, 'artworks');
  }

  @OnEvent(ordersAnonymised)
  async onOrdersAnonymised(
    { data }: EventEnvelope<EventPayload<typeof ordersAnonymised>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasuresService.confirmErasure(manager, data.userId, 'orders');
  }

  @OnEvent(contactRequestsErased)
  async onRequestsErased(
    { data }: EventEnvelope<EventPayload<typeof contactRequestsErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasuresService.confirmErasure(manager, data.userId, 'requests');
  }

  @OnEvent(reviewsErased)
  async onReviewsErased(
    { data }: EventEnvelope<EventPayload<typeof reviewsErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasuresService.confirmErasure(manager, data.userId, 'reviews');
  }
}
