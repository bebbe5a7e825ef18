import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErased, userErasureRequested } from '@shop/contracts/identity';
import { orderRefunded, orderStatusChanged } from '@shop/contracts/order';
import { OnEvent, type EventContext } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';
import { ForgetUser } from './forget-user.js';

@Controller()
export class ErasureConsumer {
  constructor(
    private readonly forget: ForgetUser,
    private readonly erasures: ErasuresRepository,
  ) {}

  @OnEvent(userErasureRequested)
  async onErasureRequested(
    { data }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.forget.request(manager, data.userId, data.requestedAt);
  }

  /** The sessions are over by now: nothing new can come. */
  @OnEvent(userErased)
  async onUserErased(
    { data }: EventEnvelope<EventPayload<typeof userErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.forget.settle(manager, data.userId);
  }

  /** Its own events: an order that was waited for has arrived, or was cancelled. */
  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.to === 'delivered' || data.to === 'cancelled') await this.settleOwner(manager, data.orderId);
  }

  @OnEvent(orderRefunded)
  async onOrderRefunded(
    { data }: EventEnvelope<EventPayload<typeof orderRefunded>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.settleOwner(manager, data.order.id);
  }

  private async settleOwner(manager: EntityManager, orderId: string): Promise<void> {
    const userId = await this.erasures.ownerOf(manager, orderId);
    if (userId) await this.forget.settle(manager, userId);
  }
}
