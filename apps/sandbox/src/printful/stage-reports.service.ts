import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, HandleJob, JobQueue } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config.js';
import { CatalogueRepository } from './catalogue.repository.js';
import { toOrderObject } from './order-objects.mapper.js';
import { findStage, listShipments } from './order-state.rules.js';
import type { StoredOrder } from './order.js';
import { OrdersRepository } from './orders.repository.js';
import { computeNextStageMs } from './printer-time.rules.js';
import { WebhooksService } from './webhooks.service.js';

/** Reports the stage that an order has reached. Its key is the order. */
export const reportStage = defineJob<{ orderId: number }>('printful.report-stage', { timeoutMs: 60_000 });

/** Reports by webhook what time does to an order. */
@Injectable()
export class StageReportsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly jobs: JobQueue,
    private readonly orders: OrdersRepository,
    private readonly catalogue: CatalogueRepository,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Enqueues the report of the next stage. None if the order does not follow time. */
  async enqueueNext(manager: EntityManager, order: StoredOrder): Promise<void> {
    const { SANDBOX_PRINTER_SPEED: speed } = this.config;
    const stage = findStage(order, speed);
    const nextMs = stage && computeNextStageMs(stage, speed);
    if (nextMs === null || !order.confirmedAt) return;
    // A millisecond later, because the database's times are more precise than a Date.
    const runAt = new Date(order.confirmedAt.getTime() + Math.ceil(nextMs) + 1);
    await this.jobs.enqueue(manager, reportStage, { orderId: order.id }, { key: String(order.id), runAt });
  }

  /** A stage may be reported twice: a webhook only makes the shop ask. */
  @HandleJob(reportStage)
  async report({ orderId }: { orderId: number }): Promise<void> {
    const { SANDBOX_PRINTER_SPEED: speed } = this.config;
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, String(orderId));
      const stage = order && findStage(order, speed);
      if (!stage) return;
      const object = toOrderObject(order, await this.catalogue.listVariants(manager), speed);
      const [shipment] = listShipments(order, speed);
      if (stage === 'shipped')
        await this.webhooks.enqueue(manager, { type: 'package_shipped', order: object, shipment });
      else if (stage !== 'accepted') await this.webhooks.enqueue(manager, { type: 'order_updated', order: object });
      await this.enqueueNext(manager, order);
    });
  }
}
