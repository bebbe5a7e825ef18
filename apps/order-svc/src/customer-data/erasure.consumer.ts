import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErased, userErasureRequested } from '@shop/contracts/identity';
import { orderRefunded, orderStatusChanged } from '@shop/contracts/order';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { UnpaidOrdersService } from '../order-lifecycle/unpaid-orders.service.js';
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

  private async continueOwnersErasure(manager: EntityManager, orderId: string): Promise<void> {
    const userId = await this.erasures.findOwner(manager, orderId);
    if (userId) await this.userErasure.continueErasure(manager, userId);
  }
}

/**
 * Cancels the unpaid orders of a user who requests an erasure. Runs outside a transaction, because it calls the
 * provider. An order that is being paid at this moment continues; if the provider does not answer, reconciliation
 * cancels the order later.
 */
@Controller()
export class OpenOrdersConsumer {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly unpaidOrders: UnpaidOrdersService,
  ) {}

  @OnEvent(userErasureRequested, { inbox: false })
  async onErasureRequested({ data }: EventEnvelope<EventPayload<typeof userErasureRequested>>): Promise<void> {
    for (const orderId of await this.erasures.listOpenOrders(data.userId))
      await this.unpaidOrders.cancelUnpaidOrder(orderId, null);
  }
}
