import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErased, userErasureRequested } from '@shop/contracts-identity';
import { orderRefunded, orderReprintEnded, orderStatusChanged } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { ErasuresRepository } from './erasures.repository.js';
import { UserErasureService } from './user-erasure.service.js';

@Controller()
export class ErasureConsumer {
  constructor(
    private readonly userErasure: UserErasureService,
    private readonly erasures: ErasuresRepository,
  ) {}

  @OnEvent(userErasureRequested)
  async onErasureRequested(
    { data }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.userErasure.requestErasure(manager, data.userId, data.requestedAt);
  }

  /** The sessions are over, so that no new data can arrive. */
  @OnEvent(userErased)
  async onUserErased(
    { data }: EventEnvelope<EventPayload<typeof userErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.userErasure.continueErasure(manager, data.userId);
  }

  /** The service's own events: an order that delayed an erasure was delivered or cancelled. */
  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.to === 'delivered' || data.to === 'cancelled') await this.continueOwnersErasure(manager, data.orderId);
  }

  @OnEvent(orderRefunded)
  async onOrderRefunded(
    { data }: EventEnvelope<EventPayload<typeof orderRefunded>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.continueOwnersErasure(manager, data.order.id);
  }

  @OnEvent(orderReprintEnded)
  async onReprintEnded(
    { data }: EventEnvelope<EventPayload<typeof orderReprintEnded>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.continueOwnersErasure(manager, data.order.id);
  }

  private async continueOwnersErasure(manager: EntityManager, orderId: string): Promise<void> {
    const userId = await this.erasures.findOwner(manager, orderId);
    if (userId) await this.userErasure.continueErasure(manager, userId);
  }
}
