import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { CustomerOrder } from '@shop/contracts/order';
import { AuditTrail } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderHistory } from '../orders/order-history.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { CustomerMoney } from './customer-money.js';
import { toCustomerOrder, toOrderPrint, type ArtworkSize } from './customer-order.mapper.js';
import { customerTimelineOf } from './customer-timeline.rules.js';
import { orderUnknown } from './order-refusals.js';
import { SamePriceSizes } from './same-price-sizes.js';

const ARTWORKS = 'SELECT id, width_px AS "widthPx", height_px AS "heightPx" FROM artworks WHERE id = ANY($1)';

/** Of all instances alike. Whatever is committed before it is in what is read after it. */
const NOW = `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`;

/** All that its customer sees of one order. */
@Injectable()
export class CustomerOrders {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly history: OrderHistory,
    private readonly trail: AuditTrail,
    private readonly money: CustomerMoney,
    private readonly sizes: SamePriceSizes,
  ) {}

  async read(orderId: string): Promise<CustomerOrder> {
    const [clock] = await this.dataSource.query<{ now: string }[]>(NOW);
    const order = await this.orders.find(orderId);
    if (!order || !clock) throw orderUnknown();
    const items = (await this.orders.listItems([orderId])).get(orderId) ?? [];
    const [history, trail, money, prints] = await Promise.all([
      this.history.of(orderId),
      this.trail.of({ type: 'order', id: orderId }),
      this.money.of(orderId),
      this.printsOf(orderId, items),
    ]);
    return {
      ...toCustomerOrder(order, {
        items,
        ...money,
        timeline: customerTimelineOf(history, trail, order.tracking),
        prints,
      }),
      readAt: clock.now,
    };
  }

  private async printsOf(orderId: string, items: readonly OrderItem[]): Promise<CustomerOrder['prints']> {
    const [artworks, sizes] = await Promise.all([this.artworksOf(items), this.sizes.of(orderId, items)]);
    return items.map((item) =>
      toOrderPrint(
        item,
        artworks.get(item.generatedImageId) ?? null,
        sizes.get(item.id) ?? { sizes: [], isSold: false },
      ),
    );
  }

  private async artworksOf(items: readonly OrderItem[]): Promise<Map<string, ArtworkSize>> {
    const rows = await this.dataSource.query<(ArtworkSize & { id: string })[]>(ARTWORKS, [
      items.map(({ generatedImageId }) => generatedImageId),
    ]);
    return new Map(rows.map(({ id, ...size }) => [id, size]));
  }
}
