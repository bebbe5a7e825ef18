import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Holds } from '../fulfilment/holds.js';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { EndRefundedOrder } from './end-refunded-order.js';
import { PaymentsRepository } from './payments.repository.js';

/** What follows from a payment, in its transaction: the cart keeps what is new, the hold begins, and everybody hears of it. */
@Injectable()
export class StartPaidOrder {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly holds: Holds,
    private readonly events: OrderEvents,
    private readonly ending: EndRefundedOrder,
  ) {}

  async execute(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    if (cartId) await this.payments.takePaidOutOfCart(manager, order.id, cartId);
    await this.holds.begin(manager, order);
    await this.events.paid(manager, order);
    await this.events.statusChanged(manager, order, 'created', null);
    // Words come in any order: all of it may have gone back before the payment was heard.
    await this.ending.within(manager, order, 'refund');
  }
}
