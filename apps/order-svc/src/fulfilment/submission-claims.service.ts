import { ReadModelsRepository } from '../read-models/read-models.repository.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isFullyRefunded } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { FulfilmentHoldsRepository } from './fulfilment-holds.repository.js';
import {
  computePaymentWait,
  computeReadiness,
  PAYMENT_WAITS,
  REJECTION_DELAY_MS,
  withoutPaymentWait,
} from './fulfilment.rules.js';
import { type Fulfilment, FulfilmentsRepository, type Printers } from './fulfilments.repository.js';
import { toPrintLine } from './print-order.mapper.js';
import type { PrintLine, PrintOrder, PrintOutOfStockError } from './print-provider.js';
import type { Postponement } from './submission.rules.js';

export interface ClaimedOrder {
  order: PrintOrder;
  payment: Pick<Order, 'paymentProvider' | 'intent'>;
  fulfilment: Fulfilment;
}

/** Runs in the transaction that takes an attempt back. True if it has ended the order. */
export type AfterTakeBack = (manager: EntityManager, order: Order) => Promise<boolean>;

/** The database side of submitting an order, each step in a transaction under the order's lock. */
@Injectable()
export class SubmissionClaimsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly holds: FulfilmentHoldsRepository,
    private readonly orders: OrdersRepository,
    private readonly refundSummaries: RefundSummaryRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly readModels: ReadModelsRepository,
  ) {}

  /**
   * Claims the order for one attempt. Null if it is on hold, not due, or not ready yet. `livemode`: the mode of the present keys, with which no order
   * is printed that was paid in a test.
   */
  claimOrder(orderId: string, printers: Printers, livemode: boolean): Promise<ClaimedOrder | null> {
    return this.dataSource.transaction((manager) => this.claimInTransaction(manager, orderId, { printers, livemode }));
  }

  private async claimInTransaction(
    manager: EntityManager,
    orderId: string,
    { printers, livemode }: { printers: Printers; livemode: boolean },
  ): Promise<ClaimedOrder | null> {
    const order = await this.orders.findLocked(manager, orderId);
    if (!order) return null;
    if (await this.holds.isOnHold(manager, orderId)) {
      await this.fulfilments.endInterruptedAttempt(manager, orderId);
      return null;
    }
    const fulfilment = await this.fulfilments.claimOrder(manager, orderId, printers);
    if (!fulfilment) return null;
    if (livemode && order.intent?.livemode === false) {
      await this.fulfilments.cancelFulfilment(manager, orderId);
      return null;
    }
    const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
    const isMoneyGone = isFullyRefunded(await this.refundSummaries.getByOrder(orderId, manager));
    const readiness = computeReadiness({
      ...order,
      isMoneyGone,
      items: items.map(toItemReadiness),
      overdueMs: computeOverdue(order),
    });
    switch (readiness.is) {
      case 'ready':
        return { order: toPrintOrder(order, items), payment: order, fulfilment };
      case 'finished':
        await this.fulfilments.cancelFulfilment(manager, orderId);
        return null;
      case 'waiting':
        await this.fulfilments.postponeUnattempted(manager, fulfilment, readiness);
        if (readiness.reason !== null && readiness.reason !== fulfilment.reason)
          await this.orderEvents.recordPrintingDelayed(manager, orderId, readiness.reason);
        return null;
    }
  }

  /** Takes the attempt back before the printer was called. False if it was taken over. */
  takeBackAttempt(fulfilment: Fulfilment, afterwards: AfterTakeBack): Promise<boolean> {
    const { orderId } = fulfilment;
    const reason = withoutPaymentWait(fulfilment.reason);
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const isTakenBack = await this.fulfilments.postponeUnattempted(manager, fulfilment, { delayMs: 0, reason });
      if (order && isTakenBack) await afterwards(manager, order);
      return isTakenBack;
    });
  }

  /** Takes the attempt back, because the payment provider could not be asked. */
  async postponeUnasked(fulfilment: Fulfilment, afterwards: AfterTakeBack): Promise<void> {
    await this.waitForPayment(fulfilment, PAYMENT_WAITS.unasked, async (manager, delayMs, order) => {
      const { reason } = fulfilment;
      const isTakenBack = await this.fulfilments.postponeUnattempted(manager, fulfilment, { delayMs, reason });
      return isTakenBack && !(await afterwards(manager, order));
    });
  }

  /** Delays the next attempt, because a report of the payment provider could not be applied after this one was taken back. */
  async delayUnapplied(fulfilment: Fulfilment): Promise<void> {
    await this.waitForPayment(fulfilment, PAYMENT_WAITS.unapplied, (manager, delayMs) =>
      this.fulfilments.delayAttempts(fulfilment.orderId, delayMs, manager),
    );
  }

  /** Admins see the reason of a long wait once. */
  private async waitForPayment(
    { orderId, reason: before }: Fulfilment,
    waitsFor: string,
    postpone: (manager: EntityManager, delayMs: number, order: Order) => Promise<boolean>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return;
      const { delayMs, reason } = computePaymentWait(waitsFor, computeOverdue(order));
      if (!(await postpone(manager, delayMs, order)) || reason === null) return;
      await this.fulfilments.saveReason(manager, orderId, reason);
      if (reason !== before) await this.orderEvents.recordPrintingDelayed(manager, orderId, reason);
    });
  }

  /**
   * Admins see each reason once. The row stores the printer's own message; the order's history stores only the shop's
   * text.
   */
  async postponeOrder({ orderId, attempts }: Fulfilment, { delayMs, alert }: Postponement): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      const before = (await this.fulfilments.findByOrder(orderId, manager))?.reason ?? null;
      const isClaimed = await this.fulfilments.postponeClaimed(manager, orderId, attempts, {
        delayMs,
        reason: alert?.reason ?? withoutPaymentWait(before),
      });
      if (isClaimed && alert && alert.reason !== before)
        await this.orderEvents.recordPrintingDelayed(manager, orderId, alert.message);
    });
  }

  /**
   * The article is not sold again. The customer is asked once for each article. The order is tried again every hour, because the printer may restock.
   */
  async postponeOutOfStock({ orderId, attempts }: Fulfilment, { orderItemIds }: PrintOutOfStockError): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      const missing = items.filter(({ id }) => orderItemIds.includes(id));
      const reason = `Out of stock at the printer: ${missing.map(describeArticle).join('; ')}. The customer was asked to choose another size or to cancel.`;
      const isClaimed = await this.fulfilments.postponeClaimed(manager, orderId, attempts, {
        delayMs: REJECTION_DELAY_MS,
        reason,
      });
      const news = missing.filter(({ isOutOfStock }) => !isOutOfStock);
      if (!order || !isClaimed || news.length === 0) return;
      await this.orders.markOutOfStock(manager, news);
      for (const item of news) await this.readModels.closeArticle(manager, item);
      await this.orderEvents.publishOutOfStock(manager, order, news);
      await this.orderEvents.recordPrintingDelayed(manager, orderId, reason);
    });
  }
}

const computeOverdue = ({ changeWindowEndsAt }: Pick<Order, 'changeWindowEndsAt'>): number =>
  Date.now() - (changeWindowEndsAt?.getTime() ?? 0);

const toItemReadiness = ({ title, printFile, printFileSha256, printFileFailure }: OrderItem) => ({
  title,
  hasFile: printFile !== null && printFileSha256 !== null,
  failure: printFileFailure,
});

/** Requires that all print files exist. */
const toPrintOrder = (
  { id, orderNumber, email, shippingAddress, giftMessage }: Order,
  items: readonly OrderItem[],
): PrintOrder => ({
  orderId: id,
  orderNumber,
  email,
  recipient: shippingAddress,
  giftMessage,
  lines: items.flatMap(toPrintLines),
});

function toPrintLines(item: OrderItem): PrintLine[] {
  const { id, quantity, printFile, printFileSha256 } = item;
  if (!printFile || !printFileSha256) return [];
  const { widthPx, heightPx } = printFile;
  return [toPrintLine(item, { id, quantity, file: { sha256: printFileSha256, widthPx, heightPx } })];
}

export const describeArticle = ({ title, variantSelections: { size, color } }: OrderItem): string =>
  [title, size, color].filter(Boolean).join(', ');
