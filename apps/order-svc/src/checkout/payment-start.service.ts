import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts/common';
import type { Checkout, PaymentSecret } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { isOwnedBy } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { emailMissing, orderChanged } from '../payments/payment.errors.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { orderClosed, placedOrderUnknown } from './checkout.errors.js';
import { computeRevision } from './order-revision.rules.js';

export interface PaymentStart {
  orderNumber: string;
  revision: string;
  email?: string;
}

/** Starts a payment, if the order still is what the page shows. */
@Injectable()
export class PaymentStartService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
  ) {}

  /** One snapshot of the order and its items; null if the order cannot be paid. */
  async findCheckout(orderId: string): Promise<Checkout | null> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const order = await this.orders.find(orderId, manager);
      if (!order?.clientSecret) return null;
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      const clientSecret = this.isSecretWithheld(order) ? '' : order.clientSecret;
      return {
        clientSecret,
        orderNumber: order.orderNumber,
        revision: computeRevision(order, items),
        order: toOrder(order, items),
      };
    });
  }

  /**
   * Called just before the browser pays: throws if the order is no longer what the page shows. The client secret cannot
   * pay anything else later, because the intent is cancelled before its order changes. An order that is already paid
   * returns the same secret, so that the provider reports the payment.
   */
  async startPayment(caller: Caller, start: PaymentStart): Promise<PaymentSecret> {
    const found = await this.orders.findByNumber(start.orderNumber);
    if (!found || !isOwnedBy(caller, found)) throw placedOrderUnknown();
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, found.id);
      if (!order) throw placedOrderUnknown();
      if (order.status === 'created') await this.savePaymentStart(manager, order, caller, start.email);
      const items = (await this.orders.listItems([order.id], manager)).get(order.id) ?? [];
      const isAsExpected = computeRevision(order, items) === start.revision;
      if (order.status !== 'created' && (!isAsExpected || order.paidAt === null)) throw orderClosed();
      if (!isAsExpected || order.cancelingIntentId !== null || !order.clientSecret)
        throw orderChanged(formatCents(order.totalCents));
      return { clientSecret: order.clientSecret };
    });
  }

  /** Also stores the e-mail: a guest gives it here, a customer's stays the account's. */
  private async savePaymentStart(
    manager: EntityManager,
    order: Order,
    caller: Caller,
    email: string | undefined,
  ): Promise<void> {
    if (order.userId === null) order.email = email ?? order.email;
    else if (caller.kind === 'user') order.email ??= caller.email;
    if (!order.email) throw emailMissing();
    order.updatedAt = order.paymentStartedAt = new Date();
    await this.orders.save(manager, order);
  }

  /** Whoever has the client secret can pay, and then the shop must have an e-mail address. */
  private isSecretWithheld({ paymentProvider, email }: Order): boolean {
    return !email && this.paymentProviders.getProvider(paymentProvider).isPayableWithSecretOnly;
  }
}
