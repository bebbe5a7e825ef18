import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { REJECTION_DELAY_MS } from './fulfilment.rules.js';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import type { PrintOutOfStockError } from './print-provider.js';

const MARK_ITEMS = `
  UPDATE order_items SET is_out_of_stock = true WHERE order_id = $1 AND id = ANY($2) AND NOT is_out_of_stock`;

/**
 * The size is closed, or the colour of an article without sizes, or the product. Until catalog-svc does the same and
 * publishes the product.
 */
const CLOSE_VARIANT = `
  UPDATE catalogue_variants SET active = false WHERE product_id = $1 AND type = $2 AND name = $3`;
const CLOSE_PRODUCT = 'UPDATE catalogue_products SET active = false WHERE id = $1';

/** An article that the printer has no more of: it is not sold again, and its customer is asked what to do. */
@Injectable()
export class OutOfStockService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly fulfilments: FulfilmentsRepository,
    private readonly orderEvents: OrderEventsPublisher,
  ) {}

  /** The customer is asked once for each article. The order is tried again every hour, because the printer may restock. */
  async postponeOrder(orderId: string, claim: string, { orderItemIds }: PrintOutOfStockError): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      const missing = items.filter(({ id }) => orderItemIds.includes(id));
      const reason = `Out of stock at the printer: ${missing.map(describeArticle).join('; ')}. The customer was asked to choose another size or to cancel.`;
      const isClaimed = await this.fulfilments.postponeClaimed(manager, orderId, claim, {
        delayMs: REJECTION_DELAY_MS,
        reason,
      });
      const news = missing.filter(({ isOutOfStock }) => !isOutOfStock);
      if (!order || !isClaimed || news.length === 0) return;
      await manager.query(MARK_ITEMS, [orderId, news.map(({ id }) => id)]);
      for (const item of news) await this.closeArticle(manager, item);
      await this.orderEvents.publishOutOfStock(manager, order, news);
      await this.orderEvents.recordPrintingDelayed(manager, orderId, reason);
    });
  }

  private async closeArticle(manager: EntityManager, { productId, variantSelections }: OrderItem): Promise<void> {
    const { size, color } = variantSelections;
    if (size !== undefined) await manager.query(CLOSE_VARIANT, [productId, 'size', size]);
    else if (color !== undefined) await manager.query(CLOSE_VARIANT, [productId, 'color', color]);
    else await manager.query(CLOSE_PRODUCT, [productId]);
  }
}

export const describeArticle = ({ title, variantSelections: { size, color } }: OrderItem): string =>
  [title, size, color].filter(Boolean).join(', ');
