import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderEvents } from '../orders/order-events.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { lacksPrintFile } from './lacking-print-file.rules.js';

/**
 * An admin has the print files made again that an order lacks: each item counts another revision, so that whoever is at work on the old one
 * loses it, and a file of it that comes late is passed over. What the catalogue has told of the product since is printed by.
 */
@Injectable()
export class RemakePrintFiles {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly events: OrderEvents,
    private readonly trail: AuditTrail,
  ) {}

  /** False where none is lacking, or all were asked for a moment ago. */
  async execute(orderId: string, by: AuditActor): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', SENTENCES.notFound);
      await this.orders.keepPrint(manager, orderId);
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      const lacking = items.filter((item) => lacksPrintFile(order, item));
      if (lacking.length === 0) return false;
      const before = lacking.map(({ title, printFileFailure }) => ({ title, failure: printFileFailure }));
      for (const item of lacking) item.makeAnew();
      await manager.save(OrderItem, lacking);
      await this.events.printFilesRequested(manager, order);
      await this.trail.record(manager, {
        actor: by,
        action: 'order.print-files-requested',
        subject: { type: 'order', id: orderId },
        before: { items: before },
        after: { titles: lacking.map(({ title }) => title) },
      });
      return true;
    });
  }
}
