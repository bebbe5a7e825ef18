import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ShippingAddress, toDeliveryRegion } from '@shop/contracts-order';
import { CONFIG } from '@shop/service-kit';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Config, printProviderName } from '../config.js';
import { mayBeAtPrinter } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { ArrivalEstimatesService } from '../orders/arrival-estimates.service.js';
import { OrderEventsPublisher, type StatusChangeActor } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isAwaitingBank } from '../orders/order.rules.js';
import { MoneyLedgerRepository, toLedgerEntry } from '../payments/money-ledger.repository.js';
import type { Intent } from '../payments/payment-provider.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { RefundsRepository } from '../payments/refunds.repository.js';

export interface OrderCancellation {
  by: StatusChangeActor;
  /** The cancelled intent; null if the order has none, if it was paid, or if the provider does not know it. */
  canceled: Intent | null;
}

/** `has-another-intent`: the order got another intent, which must be cancelled first. */
export type CancelResult = 'cancelled' | 'not-open' | 'has-another-intent';

/**
 * Starts and cancels orders, in the transaction of the payment, the refund or the decision. The caller has locked the order.
 */
@Injectable()
export class OrderLifecycleService {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly orderEvents: OrderEventsPublisher,
    @Inject(CONFIG) private readonly config: Config,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orders: OrdersRepository,
    private readonly refunds: RefundsRepository,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly moneyLedger: MoneyLedgerRepository,
    private readonly arrivals: ArrivalEstimatesService,
  ) {}

  /** Removes the paid items from the cart, starts the change window, estimates the arrival and publishes the events. */
  async startPaidOrder(manager: EntityManager, order: Order, cartId: string | null): Promise<void> {
    if (cartId) await this.payments.removePaidItemsFromCart(manager, order.id, cartId);
    await this.startChangeWindow(manager, order);
    await this.arrivals.saveEstimate(manager, order);
    // The catalogue may have sent print data after the order was placed.
    await this.orders.storePrintData(manager, order.id);
    await this.orderEvents.publishPaid(manager, order);
    await this.orderEvents.publishStatusChanged(manager, order, 'created', null);
    // Events arrive in any order: a full refund may be recorded before the payment.
    await this.cancelIfFullyRefunded(manager, order, 'refund');
  }

  /** Runs in the transaction of the payment: from then on the order has the job that submits it. */
  private async startChangeWindow(manager: EntityManager, order: Order): Promise<void> {
    order.changeWindowEndsAt = await this.fulfilments.startChangeWindow(
      manager,
      order.id,
      this.config.CHANGE_WINDOW_MINUTES * 60,
      printProviderName(this.config),
    );
  }

  /** Of a paid order. Another region has another estimate. */
  async changeAddress(manager: EntityManager, order: Order, address: ShippingAddress): Promise<void> {
    const regionBefore = toDeliveryRegion(order.shippingAddress.country);
    order.changeAddress(address);
    await this.orders.save(manager, order);
    if (toDeliveryRegion(address.country) !== regionBefore) await this.arrivals.saveEstimate(manager, order);
  }

  /** Stops the printing and requests the full refund. The caller executes the refund after the commit. */
  async cancelPaidOrder(
    manager: EntityManager,
    order: Order,
    { reason, by }: { reason: string; by: StatusChangeActor },
  ): Promise<void> {
    const from = order.status;
    order.changeStatus('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancelFulfilment(manager, order.id);
    if (order.paymentStatus === 'paid')
      await this.refunds.insertRequest(manager, order.id, { reason, amountCents: order.totalCents, by });
    await this.orderEvents.publishStatusChanged(manager, order, from, by);
  }

  /**
   * Cancels an order whose money is refunded completely or lost to a dispute, as long as the printer can't have it yet. A
   * printer that has started is paid for its work, so that order is printed and shipped. False if the order continues, or was
   * cancelled before.
   */
  async cancelIfFullyRefunded(manager: EntityManager, order: Order, by: StatusChangeActor): Promise<boolean> {
    const { status: from } = order;
    if ((from !== 'paid' && from !== 'processing') || (await this.refunds.getRemainingCents(manager, order.id)) > 0)
      return false;
    const fulfilment = await this.fulfilments.findByOrder(order.id, manager);
    // An order that an admin set to processing may still wait for its print files. Without a fulfilment, an admin
    // prints it.
    if (fulfilment ? mayBeAtPrinter(fulfilment) : from === 'processing') return false;
    order.changeStatus('cancelled');
    await this.orders.save(manager, order);
    await this.fulfilments.cancelFulfilment(manager, order.id);
    await this.orderEvents.publishStatusChanged(manager, order, from, by);
    return true;
  }

  /** Locks the order itself. `intentId`: the intent that can no longer be paid; null if the order has none. */
  async cancelUnpaidIfOpen(
    orderId: string,
    cancellation: OrderCancellation & { intentId: string | null },
  ): Promise<CancelResult> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      // The provider's event about the cancelled intent may arrive first.
      if (
        order?.status === 'cancelled' &&
        cancellation.canceled &&
        cancellation.by !== null &&
        typeof cancellation.by === 'object'
      )
        return (await this.orderEvents.claimCancellation(manager, order, cancellation.by)) ? 'cancelled' : 'not-open';
      if (order?.status !== 'created') return 'not-open';
      if ((order.intent?.id ?? null) !== cancellation.intentId) return 'has-another-intent';
      await this.cancelUnpaidOrder(manager, order, cancellation);
      return 'cancelled';
    });
  }

  async cancelUnpaidOrder(manager: EntityManager, order: Order, { by, canceled }: OrderCancellation): Promise<void> {
    const wasAwaitingBank = isAwaitingBank(order);
    order.changeStatus('cancelled');
    await this.orders.save(manager, order);
    if (canceled) await this.moneyLedger.recordEntry(manager, order, toLedgerEntry('canceled', canceled, new Date()));
    await this.orderEvents.publishStatusChanged(manager, order, 'created', by, { wasAwaitingBank });
  }
}
