import { Injectable } from '@nestjs/common';
import { printFileRequested } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import type { orderPaid } from '@shop/contracts/order';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { FinishPrintJob } from './finish-print-job.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** Makes a job of each item of a paid order. */
@Injectable()
export class EnlistOrder {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly finish: FinishPrintJob,
    private readonly outbox: EventOutbox,
  ) {}

  /** Idempotent: an item has one job for ever. */
  async enlist({ order }: EventPayload<typeof orderPaid>, manager: EntityManager): Promise<void> {
    for (const [index, { id: orderItemId, generatedImage, designConfig, print = null }] of order.items.entries()) {
      const artworkId = generatedImage?.id ?? null;
      const job = { orderItemId, orderId: order.id, orderNumber: order.orderNumber, line: index + 1, artworkId, design: designConfig, print };
      if (!(await this.jobs.insert(job, manager))) continue;
      if (!artworkId) await this.finish.failWithin(manager, orderItemId, 'artwork-missing');
      else if (!print) await this.finish.failWithin(manager, orderItemId, 'product-unknown');
      else await this.outbox.publish(manager, printFileRequested, { subject: `order-item/${orderItemId}`, data: { orderItemId } });
    }
  }
}
