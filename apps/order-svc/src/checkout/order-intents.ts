import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName, ShippingAddress } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { factOf, MoneyLedger } from '../payments/money-ledger.js';
import type { Intent } from '../payments/payment-provider.js';
import { PaymentProviders } from '../payments/payment-providers.js';

interface Target {
  totalCents: number;
  shippingAddress: ShippingAddress;
}

/** Keeps an order and its one payment intent together, whatever is interrupted. */
@Injectable()
export class OrderIntents {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly orders: OrdersRepository,
    private readonly events: OrderEvents,
    private readonly ledger: MoneyLedger,
  ) {}

  /** Who takes the money of new orders. */
  get providerName(): PaymentProviderName {
    return this.providers.current.name;
  }

  /** The order's intent, made where there is none yet, with this amount where it can still be paid. */
  async bringTo(order: Order, to: Target): Promise<Intent> {
    if (order.paymentIntentId) return this.update(order, order.paymentIntentId, to);
    const made = await this.create(order);
    return made.amountCents === to.totalCents ? made : this.update(order, made.id, to);
  }

  /** A declined payment is pending again. Saves the order. */
  beginAnew(manager: EntityManager, order: Order): Promise<void> {
    return this.ledger.retry(manager, order);
  }

  /** Each call is an update of its own; the key guards only against the provider's client sending one of them twice. */
  private async update(order: Order, intentId: string, { totalCents: amountCents, shippingAddress }: Target): Promise<Intent> {
    const revision = await this.orders.nextIntentRevision(order.id);
    return this.providers.of(order.paymentProvider).updateIntent(intentId, { amountCents, shippingAddress, idempotencyKey: `pi-update:${order.id}:${revision}` });
  }

  /**
   * Always with the amount and address that the order was written with, so that the key's request is the same after a crash between the
   * provider's answer and our note of it: the provider then answers with the same intent.
   */
  private async create(order: Order): Promise<Intent> {
    const provider = this.providers.of(order.paymentProvider);
    const intent = await provider.createIntent({
      orderId: order.id,
      orderNumber: order.orderNumber,
      amountCents: order.totalCents,
      currency: order.currency,
      shippingAddress: order.shippingAddress,
      idempotencyKey: `pi-create:${order.id}`,
    });
    // Somebody may have cancelled the order before it had an intent to cancel: then nobody shall pay this one.
    return (await this.note(order.id, intent)) ? intent : provider.cancelIntent(intent.id);
  }

  /** False where the order is no longer open. */
  private async note(orderId: string, intent: Intent): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const written = await this.orders.findLocked(manager, orderId);
      if (written?.status !== 'created') return false;
      if (written.paymentIntentId) return true;
      written.paymentIntentId = intent.id;
      written.clientSecret = intent.clientSecret;
      await this.orders.save(manager, written);
      await this.ledger.record(manager, written, factOf('intent-created', intent, new Date()));
      await this.events.placed(manager, written);
      return true;
    });
  }
}
