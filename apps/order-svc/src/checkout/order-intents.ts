import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaymentProvider, type Intent } from '../payments/payment-provider.js';

/** Keeps an order and its one payment intent together, whatever is interrupted. */
@Injectable()
export class OrderIntents {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly provider: PaymentProvider,
    private readonly orders: OrdersRepository,
    private readonly events: OrderEvents,
  ) {}

  /** The order's intent, made where there is none yet, with this amount where it can still be paid. */
  async bringTo(order: Order, totalCents: number): Promise<Intent> {
    if (order.paymentIntentId) return this.update(order.id, order.paymentIntentId, totalCents);
    const made = await this.create(order);
    return made.amountCents === totalCents ? made : this.update(order.id, made.id, totalCents);
  }

  /** Each call is an update of its own; the key guards only against the provider's client sending one of them twice. */
  private update(orderId: string, intentId: string, amountCents: number): Promise<Intent> {
    return this.provider.updateIntent(intentId, { amountCents, idempotencyKey: `pi-update:${orderId}:${randomUUID()}` });
  }

  /**
   * Always with the amount that the order was written with, so that the key's request is the same after a crash between the
   * provider's answer and our note of it: the provider then answers with the same intent.
   */
  private async create(order: Order): Promise<Intent> {
    const intent = await this.provider.createIntent({
      orderId: order.id,
      orderNumber: order.orderNumber,
      amountCents: order.totalCents,
      currency: order.currency,
      idempotencyKey: `pi-create:${order.id}`,
    });
    await this.dataSource.transaction(async (manager) => {
      const written = await this.orders.findLocked(manager, order.id);
      if (!written || written.paymentIntentId) return;
      written.paymentIntentId = intent.id;
      written.clientSecret = intent.clientSecret;
      await this.orders.save(manager, written);
      await this.events.placed(manager, written);
    });
    return intent;
  }
}
