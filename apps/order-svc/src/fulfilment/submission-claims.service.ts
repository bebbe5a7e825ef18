import { ReadModelsRepository } from '../read-models/read-models.repository.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type PaymentProviderName, isFullyRefunded } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { FulfilmentHoldsRepository } from './fulfilment-holds.repository.js';
import { REJECTION_DELAY_MS, computeReadiness } from './fulfilment.rules.js';
import { type Fulfilment, FulfilmentsRepository, type Printers } from './fulfilments.repository.js';
import type { PrintLine, PrintOrder, PrintOutOfStockError } from './print-provider.js';

interface Payment {
  provider: PaymentProviderName;
  paymentIntentId: string;
}

export interface ClaimedOrder {
  order: PrintOrder;
  payment: Payment | null;
  fulfilment: Fulfilment;
}

interface Postponement {
  delayMs: number;
  /** Null: no reason to alert the admins yet. */
  alert: { reason: string; message: string } | null;
}

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
      overdueMs: Date.now() - (order.changeWindowEndsAt?.getTime() ?? 0),
    });
    switch (readiness.is) {
      case 'ready':
        return { order: toPrintOrder(order, items), payment: toPayment(order), fulfilment };
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
  takeBackAttempt(fulfilment: Fulfilment, delayMs: number): Promise<boolean> {
    const { orderId, reason } = fulfilment;
    return this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      return this.fulfilments.postponeUnattempted(manager, fulfilment, { delayMs, reason });
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
        reason: alert?.reason ?? before,
      });
      if (isClaimed && alert && alert.reason !== before)
        await this.orderEvents.recordPrintingDelayed(manager, orderId, alert.message);
    });
  }

  /** The article is not sold again. The customer is asked once for each article. The order is tried again every hour, because the printer may restock. */
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
      for (const item of news) await this.readModels.closeArticle(manager, item.productId, item.variantSelections);
      await this.orderEvents.publishOutOfStock(manager, order, news);
      await this.orderEvents.recordPrintingDelayed(manager, orderId, reason);
    });
  }
}

const toItemReadiness = ({ title, printFile, printFileSha256, printFileFailure }: OrderItem) => ({
  title,
  hasFile: printFile !== null && printFileSha256 !== null,
  failure: printFileFailure,
});

const toPayment = ({ paymentProvider, intent }: Order): Payment | null =>
  intent && { provider: paymentProvider, paymentIntentId: intent.id };

/** Requires that all print files exist. */
const toPrintOrder = ({ id, orderNumber, email, shippingAddress }: Order, items: readonly OrderItem[]): PrintOrder => ({
  orderId: id,
  orderNumber,
  email,
  recipient: shippingAddress,
  lines: items.flatMap(toPrintLine),
});

function toPrintLine({
  id,
  productId,
  title,
  variantSelections,
  variantIds,
  quantity,
  unitPriceCents,
  printFile,
  printFileSha256,
}: OrderItem): PrintLine[] {
  if (!printFile || !printFileSha256) return [];
  const { widthPx, heightPx } = printFile;
  return [
    {
      orderItemId: id,
      productId,
      title,
      selections: variantSelections,
      variantIds,
      quantity,
      unitPriceCents,
      file: { sha256: printFileSha256, widthPx, heightPx },
    },
  ];
}

export const describeArticle = ({ title, variantSelections: { size, color } }: OrderItem): string =>
  [title, size, color].filter(Boolean).join(', ');
