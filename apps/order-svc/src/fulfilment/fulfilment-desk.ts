import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { isAllBack } from '@shop/contracts/order';
import { DataSource, type EntityManager } from 'typeorm';
import { MoneyBackRepository } from '../orders/money-back.repository.js';
import { OrderEvents } from '../orders/order-events.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { preparationOf } from './fulfilment.rules.js';
import { FulfilmentsRepository, type Fulfilment, type Printers } from './fulfilments.repository.js';
import type { PrintLine, PrintOrder } from './print-provider.js';

export interface Claiming {
  claim: string;
  leaseMs: number;
  printers: Printers;
}

interface Postponement {
  pauseMs: number;
  /** Null: it is no matter for the admins yet. */
  alarm: { reason: string; sentence: string } | null;
}

/** What is written down on an order's way to the printer, each step in a transaction under the order's lock. */
@Injectable()
export class FulfilmentDesk {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orders: OrdersRepository,
    private readonly moneyBack: MoneyBackRepository,
    private readonly events: OrderEvents,
  ) {}

  /** Takes the next order that is due; `waiting`: one was looked at, and has to wait on. */
  async takeDue(
    manager: EntityManager,
    { printers, ...claiming }: Claiming,
  ): Promise<{ order: PrintOrder; fulfilment: Fulfilment } | 'waiting' | 'none'> {
    const orderId = await this.fulfilments.lockDue(manager, printers);
    if (!orderId) return 'none';
    const fulfilment = await this.fulfilments.claim(manager, orderId, { ...claiming, provider: printers.current });
    const order = await this.orders.findLocked(manager, orderId);
    // It moved on between the look and the lock: the next look finds it as it is.
    if (!fulfilment || !order) return 'waiting';
    const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
    const isMoneyGone = isAllBack(await this.moneyBack.get(orderId, manager));
    const preparation = preparationOf({
      ...order,
      isMoneyGone,
      items: items.map(toPrepared),
      overdueMs: Date.now() - (order.holdUntil?.getTime() ?? 0),
    });
    switch (preparation.is) {
      case 'ready':
        return { order: toPrintOrder(order, items), fulfilment };
      case 'over':
        await this.fulfilments.cancel(manager, orderId);
        return 'waiting';
      case 'waiting':
        await this.fulfilments.wait(manager, orderId, preparation);
        if (preparation.reason !== null && preparation.reason !== fulfilment.reason)
          await this.events.printingDelayed(manager, orderId, preparation.reason);
        return 'waiting';
    }
  }

  /** The admins are told of each reason once: the row keeps the printer's own words, the story ours. */
  async postpone(orderId: string, claim: string, { pauseMs, alarm }: Postponement): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.orders.findLocked(manager, orderId);
      const before = (await this.fulfilments.find(orderId, manager))?.reason ?? null;
      const isOurs = await this.fulfilments.postpone(manager, orderId, claim, {
        pauseMs,
        reason: alarm?.reason ?? before,
      });
      if (isOurs && alarm && alarm.reason !== before)
        await this.events.printingDelayed(manager, orderId, alarm.sentence);
    });
  }
}

const toPrepared = ({ title, printFile, printFileSha256, printFileFailure }: OrderItem) => ({
  title,
  hasFile: printFile !== null && printFileSha256 !== null,
  failure: printFileFailure,
});

/** Only of an order whose files were all made. */
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
      quantity,
      unitPriceCents,
      file: { sha256: printFileSha256, widthPx, heightPx },
    },
  ];
}
