import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName, ShippingAddress } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { HearPayment } from '../payments/hear-payment.js';
import { factOf, MoneyLedger } from '../payments/money-ledger.js';
import type { Intent } from '../payments/payment-provider.js';
import { PaymentProviders } from '../payments/payment-providers.js';
import { paymentInProgress } from './checkout-refusals.js';

/** An open order that has an intent. */
export type OrderWithIntent = Order & { paymentIntentId: string };

export const hasIntent = (order: Order): order is OrderWithIntent => order.paymentIntentId !== null;

/** It may be paid, and its customer has days for that. */
export const isAwaited = ({ status, takesDays = false }: Intent): boolean => status === 'open' && takesDays;

/** `outrun`: the order has had this intent, and has another, or none, by now. */
type Noted = 'noted' | 'order-ended' | 'outrun';

/** Keeps an order and its one payment intent together, whatever is interrupted. An intent has one amount for good. */
@Injectable()
export class OrderIntents {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly providers: PaymentProviders,
    private readonly orders: OrdersRepository,
    private readonly events: OrderEvents,
    private readonly ledger: MoneyLedger,
    private readonly hear: HearPayment,
  ) {}

  /** Who takes the money of new orders. */
  get providerName(): PaymentProviderName {
    return this.providers.current.name;
  }

  /**
   * Always with the amount and address that the order was written with, which stay while it has no intent: so the key's request is the same
   * after a crash between the provider's answer and our note of it, and the provider answers with the same intent. Null where the order went on meanwhile.
   */
  async create(order: Order): Promise<Intent | null> {
    const provider = this.providers.of(order.paymentProvider);
    const intent = await provider.createIntent({
      orderId: order.id,
      orderNumber: order.orderNumber,
      amountCents: order.totalCents,
      currency: order.currency,
      shippingAddress: order.shippingAddress,
      idempotencyKey:
        order.intentsEnded === 0 ? `pi-create:${order.id}` : `pi-create:${order.id}/${order.intentsEnded}`,
    });
    const noted = await this.note(order, intent);
    if (noted === 'outrun') return null;
    // Somebody may have cancelled the order before it had an intent to cancel: then nobody shall pay this one.
    return noted === 'noted' ? intent : provider.cancelIntent(intent.id);
  }

  /** False for one that was paid, in another tab: that is written down, so that the rest of the cart can be looked at anew. */
  async isOpen(order: Order, intent: Intent): Promise<boolean> {
    if (intent.status === 'open') return true;
    await this.hear.settle(order.paymentProvider, intent);
    if (intent.status === 'processing') throw paymentInProgress(intent);
    return false;
  }

  /** Each call is an update of its own; the key guards only against the provider's client sending one of them twice. */
  async readdress(order: OrderWithIntent, shippingAddress: ShippingAddress): Promise<Intent> {
    const revision = await this.orders.nextIntentRevision(order.id);
    return this.providers
      .of(order.paymentProvider)
      .updateIntent(order.paymentIntentId, { shippingAddress, idempotencyKey: `pi-update:${order.id}:${revision}` });
  }

  /** From here on the intent's end is not the order's: written before the provider is asked to end it, since it tells of that by itself. */
  async announceEnd(manager: EntityManager, order: OrderWithIntent): Promise<void> {
    order.endingIntentId = order.paymentIntentId;
    await this.orders.save(manager, order);
  }

  /** The intent afterwards; one that was paid meanwhile, or that its customer has days to pay (a voucher may be paid already), comes back as it is. */
  async end(order: OrderWithIntent): Promise<Intent> {
    const provider = this.providers.of(order.paymentProvider);
    const intent = await provider.retrieveIntent(order.paymentIntentId);
    if (!isAwaited(intent)) return provider.cancelIntent(intent.id);
    await this.hear.settle(order.paymentProvider, intent);
    return intent;
  }

  /** The order has no intent any more, and may be written anew. The caller saves it. */
  async letGo(manager: EntityManager, order: Order, ended: Intent): Promise<void> {
    await this.ledger.record(manager, order, factOf('canceled', ended, new Date()));
    Object.assign(order, {
      paymentIntentId: null,
      clientSecret: null,
      endingIntentId: null,
      paymentAwaitedSince: null,
      paymentBegunAt: null,
      intentsEnded: order.intentsEnded + 1,
    });
  }

  /** A declined payment is pending again. Saves the order. */
  beginAnew(manager: EntityManager, order: Order): Promise<void> {
    return this.ledger.retry(manager, order);
  }

  private async note({ id, intentsEnded }: Order, intent: Intent): Promise<Noted> {
    return this.dataSource.transaction(async (manager) => {
      const written = await this.orders.findLocked(manager, id);
      if (written?.status !== 'created') return 'order-ended';
      if (written.intentsEnded !== intentsEnded) return 'outrun';
      if (written.paymentIntentId) return 'noted';
      written.paymentIntentId = intent.id;
      written.clientSecret = intent.clientSecret;
      await this.orders.save(manager, written);
      await this.ledger.record(manager, written, factOf('intent-created', intent, new Date()));
      if (intentsEnded === 0) await this.events.placed(manager, written);
      return 'noted';
    });
  }
}
