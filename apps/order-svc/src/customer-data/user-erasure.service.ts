import { Injectable } from '@nestjs/common';
import { orderAnonymised, ordersAnonymised } from '@shop/contracts-order';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { toOrderSubject } from '../orders/order-events.publisher.js';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import { ErasuresRepository } from './erasures.repository.js';

/**
 * Erases a user's data. Cart, artworks and account are deleted at once. An order keeps the personal data until it is
 * delivered, or cancelled and refunded; then it is anonymised. `orders.anonymised` is published once, after the last
 * order.
 */
@Injectable()
export class UserErasureService {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly outbox: EventOutbox,
  ) {}

  /**
   * A repeated request after the confirmation publishes the confirmation again, because the requester may have missed
   * it.
   */
  async requestErasure(manager: EntityManager, userId: string, requestedAt: string): Promise<void> {
    await this.erasures.lockUser(manager, userId);
    const known = await this.erasures.findErasure(manager, userId);
    await this.erasures.saveRequest(manager, userId, requestedAt);
    await this.continueErasure(manager, userId);
    if (known?.confirmedAt) await this.publishAnonymised(manager, userId);
  }

  /** Does the next possible step of an erasure. No effect for users who did not request one. */
  async continueErasure(manager: EntityManager, userId: string): Promise<void> {
    await this.erasures.lockUser(manager, userId);
    if (!(await this.erasures.findErasure(manager, userId))) return;
    await this.erasures.deleteUserData(manager, userId);
    const orderIds = await this.erasures.anonymiseFinishedOrders(manager, userId);
    for (const orderId of orderIds)
      await this.orderHistory.addEntry(manager, orderId, { action: 'order.anonymised', details: {} });
    await this.outbox.erasePayloads(manager, orderIds.map(toOrderSubject));
    for (const orderId of orderIds)
      await this.outbox.publish(manager, orderAnonymised, { subject: toOrderSubject(orderId), data: { orderId } });
    if (await this.erasures.confirmErasure(manager, userId)) await this.publishAnonymised(manager, userId);
  }

  private async publishAnonymised(manager: EntityManager, userId: string): Promise<void> {
    await this.outbox.publish(manager, ordersAnonymised, { subject: `orders/${userId}`, data: { userId } });
  }
}
