import { Controller, Inject } from '@nestjs/common';
import { artworksErased } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { ordersAnonymised } from '@shop/contracts/order';
import { requestsErased } from '@shop/contracts/support';
import { OnEvent, type EventContext } from '@shop/messaging';
import { ConfirmErasure } from './confirm-erasure.js';

@Controller()
export class ErasuresConsumer {
  constructor(@Inject(ConfirmErasure) private readonly erasure: ConfirmErasure) {}

  @OnEvent(artworksErased)
  async onArtworksErased(
    { data }: EventEnvelope<EventPayload<typeof artworksErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasure.confirm(manager, data.userId, 'artworks');
  }

  @OnEvent(ordersAnonymised)
  async onOrdersAnonymised(
    { data }: EventEnvelope<EventPayload<typeof ordersAnonymised>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasure.confirm(manager, data.userId, 'orders');
  }

  @OnEvent(requestsErased)
  async onRequestsErased(
    { data }: EventEnvelope<EventPayload<typeof requestsErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.erasure.confirm(manager, data.userId, 'requests');
  }
}
