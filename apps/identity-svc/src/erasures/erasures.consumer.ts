import { Controller, Inject } from '@nestjs/common';
import { artworksErased } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { ordersAnonymised } from '@shop/contracts/order';
import { contactRequestsErased } from '@shop/contracts/support';
import { OnEvent, type EventContext } from '@shop/messaging';
import { ErasureConfirmationService } from './erasure-confirmation.service.js';

@Controller()
export class ErasuresConsumer {
  constructor(@Inject(ErasureConfirmationService) private readonly erasureConfirmation: ErasureConfirmationService) {}

  @OnEvent(artworksErased)
  async onArtworksErased(
    { data }: EventEnvelope<EventPayload<typeof artworksErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasureConfirmation.confirmErasure(manager, data.userId, 'artworks');
  }

  @OnEvent(ordersAnonymised)
  async onOrdersAnonymised(
    { data }: EventEnvelope<EventPayload<typeof ordersAnonymised>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasureConfirmation.confirmErasure(manager, data.userId, 'orders');
  }

  @OnEvent(contactRequestsErased)
  async onRequestsErased(
    { data }: EventEnvelope<EventPayload<typeof contactRequestsErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasureConfirmation.confirmErasure(manager, data.userId, 'requests');
  }
}
