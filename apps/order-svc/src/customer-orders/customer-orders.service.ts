import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { CustomerOrder } from '@shop/contracts/order';
import { AuditTrail } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { CustomerRefundsService } from './customer-refunds.service.js';
import { toCustomerOrder, toOrderPrint, type ArtworkSize } from './customer-order.mapper.js';
import { toCustomerTimeline } from './customer-timeline.rules.js';
import { orderUnknown } from './customer-order.errors.js';
import { SizeOptionsService } from './size-options.service.js';

const SELECT_ARTWORK_SIZES =
  'SELECT id, width_px AS "widthPx", height_px AS "heightPx" FROM artworks WHERE id = ANY($1)';

/**
 * The database's clock is the same for all instances. Whatever was committed before this moment is in the data read
 * afterwards.
 */
const SELECT_NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`;

/** All that a customer sees of one order. */
@Injectable()
export class CustomerOrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
    private readonly customerRefunds: CustomerRefundsService,
    private readonly sizeOptions: SizeOptionsService,
  ) {}

  async getOrder(orderId: string): Promise<CustomerOrder> {
    const [clock] = await this.dataSource.query<{ now: string }[]>(SELECT_NOW);
    const order = await this.orders.find(orderId);
    if (!order || !clock) throw orderUnknown();
    const items = (await this.orders.listItems([orderId])).get(orderId) ?? [];
    const [history, trail, money, prints] = await Promise.all([
      this.orderHistory.listByOrder(orderId),
      this.auditTrail.listEntries({ type: 'order', id: orderId }),
      this.customerRefunds.getRefunds(orderId),
      this.listPrints(orderId, items),
    ]);
    return {
      ...toCustomerOrder(order, {
        items,
        ...money,
        timeline: toCustomerTimeline(history, trail, order.tracking),
        prints,
      }),
      readAt: clock.now,
    };
  }

  private async listPrints(orderId: string, items: readonly OrderItem[]): Promise<CustomerOrder['prints']> {
    const [artworks, sizes] = await Promise.all([
      this.listArtworkSizes(items),
      this.sizeOptions.listSizeOptions(orderId, items),
    ]);
    return items.map((item) =>
      toOrderPrint(
        item,
        artworks.get(item.generatedImageId) ?? null,
        sizes.get(item.id) ?? { sizes: [], isSold: false },
      ),
    );
  }

  private async listArtworkSizes(items: readonly OrderItem[]): Promise<Map<string, ArtworkSize>> {
    const rows = await this.dataSource.query<(ArtworkSize & { id: string })[]>(SELECT_ARTWORK_SIZES, [
      items.map(({ generatedImageId }) => generatedImageId),
    ]);
    return new Map(rows.map(({ id, ...size }) => [id, size]));
  }
}
