import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { isPrintFileMissing } from './fulfilment.rules.js';

/**
 * Requests missing print files again. Each item gets a new revision, so that a job for the old one is dropped and its
 * late file is ignored. The new files use the catalogue's present print data.
 */
@Injectable()
export class PrintFileRequestsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** False if no file is missing, or all were requested a moment ago. */
  async requestMissingPrintFiles(orderId: string, by: AuditActor): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      await this.orders.storePrintData(manager, orderId);
      const items = (await this.orders.listItems([orderId], manager)).get(orderId) ?? [];
      const missing = items.filter((item) => isPrintFileMissing(order, item));
      if (missing.length === 0) return false;
      const before = missing.map(({ title, printFileFailure }) => ({ title, failure: printFileFailure }));
      for (const item of missing) item.resetPrintFile();
      await manager.save(OrderItem, missing);
      await this.orderEvents.publishPrintFilesRequested(manager, order);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.print-files-requested',
        subject: { type: 'order', id: orderId },
        before: { items: before },
        after: { titles: missing.map(({ title }) => title) },
      });
      return true;
    });
  }
}
