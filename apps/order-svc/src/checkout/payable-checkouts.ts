import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCents } from '@shop/contracts/common';
import type { Checkout, ReadyPayment } from '@shop/contracts/order';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { isOwnedBy } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { emailMissing, orderChanged } from '../payments/payment-refusals.js';
import { PaymentProviders } from '../payments/payment-providers.js';
import { orderClosed, placedOrderUnknown } from './checkout-refusals.js';
import { revisionOf } from './shown-order.rules.js';

export interface PaymentIntended {
  orderNumber: string;
  revision: string;
  email?: string;
}

/** An order as it can be paid: what the page shows of it, and whether it still is that. */
@Injectable()
export class PayableCheckouts {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly providers: PaymentProviders,
  ) {}

  /** One look at the order and its items, so that what is told is one content; null where it cannot be paid (any more). */
  async read(orderId: string): Promise<Checkout | null> {
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const order = await this.orders.find(orderId, manager);
      if (!order?.clientSecret) return null;
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      const clientSecret = this.isWithheld(order) ? '' : order.clientSecret;
      return {
        clientSecret,
        orderNumber: order.orderNumber,
        revision: revisionOf(order, items),
        order: toOrder(order, items),
      };
    });
  }

  /**
   * The customer is about to pay: exactly what was shown, or not at all. The secret pays nothing else later, since an intent ends before its
   * order is changed. Who has paid already gets the same answer again, so that the provider says so.
   */
  async makeReady(caller: Caller, intended: PaymentIntended): Promise<ReadyPayment> {
    const found = await this.orders.findByNumber(intended.orderNumber);
    if (!found || !isOwnedBy(caller, found)) throw placedOrderUnknown();
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, found.id);
      if (!order) throw placedOrderUnknown();
      if (order.status === 'created') await this.noteBegun(manager, order, caller, intended.email);
      const items = (await this.orders.listItems([order.id], manager)).get(order.id) ?? [];
      const isAsShown = revisionOf(order, items) === intended.revision;
      if (order.status !== 'created' && (!isAsShown || order.paidAt === null)) throw orderClosed();
      if (!isAsShown || order.endingIntentId !== null || !order.clientSecret)
        throw orderChanged(formatCents(order.totalCents));
      return { clientSecret: order.clientSecret };
    });
  }

  /** With the e-mail: a guest's is asked for; an account's stays the account's (D13b, D44). */
  private async noteBegun(
    manager: EntityManager,
    order: Order,
    caller: Caller,
    given: string | undefined,
  ): Promise<void> {
    if (order.userId === null) order.email = given ?? order.email;
    else if (caller.kind === 'user') order.email ??= caller.email;
    if (!order.email) throw emailMissing();
    order.updatedAt = order.paymentBegunAt = new Date();
    await this.orders.save(manager, order);
  }

  /** D44: whoever has it can pay, and then there must be somebody to write to. */
  private isWithheld({ paymentProvider, email }: Order): boolean {
    return !email && this.providers.of(paymentProvider).paysBySecretAlone;
  }
}
