import { Injectable } from '@nestjs/common';
import { ordersAnonymised } from '@shop/contracts/order';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { OrderHistory } from '../orders/order-history.js';
import { ErasuresRepository } from './erasures.repository.js';

/**
 * Somebody asked to be forgotten. Cart, artworks and account go at once; an order keeps its person until it has arrived or was
 * cancelled and paid back, and is kept without one from then on. When the last has come that far, it is told, once.
 */
@Injectable()
export class ForgetUser {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly history: OrderHistory,
    private readonly outbox: EventOutbox,
  ) {}

  /** Asked again after it was confirmed, it is confirmed again: whoever asks has not heard. */
  async request(manager: EntityManager, userId: string, requestedAt: string): Promise<void> {
    await this.erasures.lock(manager, userId);
    const known = await this.erasures.find(manager, userId);
    await this.erasures.request(manager, userId, requestedAt);
    await this.settle(manager, userId);
    if (known?.confirmedAt) await this.tell(manager, userId);
  }

  /** One step further, where there is one; changes nothing for anybody who did not ask. */
  async settle(manager: EntityManager, userId: string): Promise<void> {
    await this.erasures.lock(manager, userId);
    if (!(await this.erasures.find(manager, userId))) return;
    await this.erasures.forgetBelongings(manager, userId);
    const orderIds = await this.erasures.anonymiseFinished(manager, userId);
    for (const orderId of orderIds)
      await this.history.note(manager, orderId, { action: 'order.anonymised', facts: {} });
    if (await this.erasures.confirm(manager, userId)) await this.tell(manager, userId);
  }

  private async tell(manager: EntityManager, userId: string): Promise<void> {
    await this.outbox.publish(manager, ordersAnonymised, { subject: `orders/${userId}`, data: { userId } });
  }
}
