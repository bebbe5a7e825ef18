import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Checkout, PaymentProviderName, ShippingAddress } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { PaymentIntent } from '../orders/payment-intent.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PaymentEventsService } from '../order-lifecycle/payment-events.service.js';
import { MoneyLedgerRepository, toLedgerEntry } from '../payments/money-ledger.repository.js';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { listAddressDoubts } from '../addresses/address-doubts.rules.js';
import type { Intent, PaymentAccount } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { computeRevision, paymentInProgress } from './checkout.rules.js';

/** An open order that has an intent. */
export type OrderWithIntent = Order & { intent: PaymentIntent };

export const hasIntent = (order: Order): order is OrderWithIntent => order.intent !== null;

/** The intent is open and its customer has days to pay. */
export const isPayableForDays = ({ status, takesDays = false }: Intent): boolean => status === 'open' && takesDays;

/** `superseded`: the order had this intent before, and now has another one or none. */
type SaveOutcome = 'saved' | 'order-ended' | 'superseded';

/** Keeps an order and its one payment intent consistent through crashes. The amount of an intent never changes. */
@Injectable()
export class OrderIntentsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly paymentEvents: PaymentEventsService,
    private readonly shippableAddresses: ShippableAddressesService,
  ) {}

  /** The provider of new orders. */
  get providerName(): PaymentProviderName {
    return this.paymentProviders.current.name;
  }

  /**
   * Amount and address do not change while the order has no intent. After a crash, the same idempotency key therefore
   * sends the same request and returns the same intent. Null if the order changed in between.
   */
  async createIntent(order: Order): Promise<Intent | null> {
    const provider = this.paymentProviders.getProvider(order.paymentProvider);
    const intent = await provider.createIntent({
      orderId: order.id,
      orderNumber: order.orderNumber,
      amountCents: order.totalCents,
      currency: order.currency,
      shippingAddress: order.shippingAddress,
      idempotencyKey:
        order.canceledIntents === 0 ? `pi-create:${order.id}` : `pi-create:${order.id}/${order.canceledIntents}`,
    });
    const outcome = await this.saveIntent(order, intent, await provider.getAccount());
    if (outcome === 'superseded') return null;
    // The order may have been cancelled before it had an intent: then this one must not be paid.
    return outcome === 'saved' ? intent : provider.cancelIntent(intent.id);
  }

  /**
   * False if the intent was paid, in another tab; the payment is applied then. Throws PAYMENT_IN_PROGRESS while it is
   * processing.
   */
  async verifyStillOpen(order: Order, intent: Intent): Promise<boolean> {
    if (intent.status === 'open') return true;
    await this.paymentEvents.applyIntent(order.paymentProvider, intent);
    if (intent.status === 'processing') throw paymentInProgress(intent);
    return false;
  }

  /** Each call is an update of its own. The key only protects against a repeated request of the provider's client. */
  async updateAddress(order: OrderWithIntent, shippingAddress: ShippingAddress): Promise<Intent> {
    const revision = await this.orders.nextIntentRevision(order.id);
    return this.paymentProviders
      .getProvider(order.paymentProvider)
      .updateIntent(order.intent.id, { shippingAddress, idempotencyKey: `pi-update:${order.id}:${revision}` });
  }

  /**
   * From now on the end of this intent does not cancel the order. Must be saved before the provider cancels it, because
   * the provider sends an event.
   */
  async markIntentEnding(manager: EntityManager, order: OrderWithIntent): Promise<void> {
    order.intent.isEnding = true;
    await this.orders.save(manager, order);
  }

  /**
   * The intent afterwards. Unchanged if it was paid in between, or if its customer has days to pay (a voucher may be
   * paid already).
   */
  async cancelIntent(order: OrderWithIntent): Promise<Intent> {
    const provider = this.paymentProviders.getProvider(order.paymentProvider);
    const intent = await provider.retrieveIntent(order.intent.id);
    if (!isPayableForDays(intent)) return provider.cancelIntent(intent.id);
    await this.paymentEvents.applyIntent(order.paymentProvider, intent);
    return intent;
  }

  /** Removes the intent from the order. The caller saves the order. */
  async clearIntent(manager: EntityManager, order: Order, canceledIntent: Intent): Promise<void> {
    await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('canceled', canceledIntent, new Date()));
    await this.orders.endIntent(manager, order);
  }

  /** Sets a declined payment back to pending. Saves the order. */
  resetPayment(manager: EntityManager, order: Order): Promise<void> {
    return this.moneyLedger.recordRetry(manager, order);
  }

  /** One snapshot of the order and its items; null if the order cannot be paid. */
  async findCheckout(orderId: string): Promise<Checkout | null> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const order = await this.orders.find(orderId, manager);
      if (!order?.intent?.clientSecret) return null;
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      // The secret is enough to pay, and then the shop must have an email address.
      const clientSecret = order.email ? order.intent.clientSecret : '';
      const addressDoubts = listAddressDoubts(order.shippingAddress);
      return {
        clientSecret,
        orderNumber: order.orderNumber,
        revision: computeRevision(order, items),
        order: toOrder(order, items),
        ...(addressDoubts.length > 0 && { addressDoubts }),
        ...this.shippableAddresses.getCustomsNotice(order.shippingAddress),
      };
    });
  }

  private async saveIntent(
    { id, canceledIntents }: Order,
    intent: Intent,
    account: PaymentAccount,
  ): Promise<SaveOutcome> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await this.orders.findLocked(manager, id);
      if (locked?.status !== 'created' || locked.paymentStoppedAt !== null) return 'order-ended';
      if (locked.canceledIntents !== canceledIntents) return 'superseded';
      if (locked.intent) return 'saved';
      locked.intent = Object.assign(new PaymentIntent(), {
        orderId: id,
        n: canceledIntents,
        id: intent.id,
        clientSecret: intent.clientSecret,
        ...account,
      });
      await this.orders.save(manager, locked);
      await this.moneyLedger.recordEntry(manager, locked, toLedgerEntry('intent-created', intent, new Date()));
      if (canceledIntents === 0) await this.orderEvents.publishPlaced(manager, locked);
      return 'saved';
    });
  }
}
