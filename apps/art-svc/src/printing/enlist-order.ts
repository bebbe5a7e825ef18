import { Injectable } from '@nestjs/common';
import { printFileRequested } from '@shop/contracts/art';
import type { EventPayload } from '@shop/contracts/common';
import type { orderPaid } from '@shop/contracts/order';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { FileRemovals } from '../upkeep/file-removals.js';
import { FinishPrintJob } from './finish-print-job.js';
import { PrintJobsRepository, type NewPrintJob, type Outdated } from './print-jobs.repository.js';

type PrintableOrder = EventPayload<typeof orderPaid>['order'];

/** Makes a job of each item of a paid order, and makes it anew where the item was changed, or its file is asked for again. */
@Injectable()
export class EnlistOrder {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly finish: FinishPrintJob,
    private readonly removals: FileRemovals,
    private readonly outbox: EventOutbox,
  ) {}

  /** Idempotent, in whatever order events come: an item has one job for ever, of its newest revision. */
  async enlist(order: PrintableOrder, manager: EntityManager): Promise<void> {
    for (const [index, item] of order.items.entries()) {
      const { id: orderItemId, generatedImage, designConfig: design, print = null, revision } = item;
      const job = {
        orderItemId,
        orderId: order.id,
        orderNumber: order.orderNumber,
        line: index + 1,
        artworkId: generatedImage?.id ?? null,
        design,
        print,
        revision,
      };
      if ((await this.jobs.insert(job, manager)) || (await this.restart(job, manager))) await this.begin(job, manager);
    }
  }

  private async begin({ orderItemId, artworkId, print }: NewPrintJob, manager: EntityManager): Promise<void> {
    if (!artworkId) await this.finish.failWithin(manager, orderItemId, 'artwork-missing');
    else if (!print) await this.finish.failWithin(manager, orderItemId, 'product-unknown');
    else
      await this.outbox.publish(manager, printFileRequested, {
        subject: `order-item/${orderItemId}`,
        data: { orderItemId },
      });
  }

  private async restart(job: NewPrintJob, manager: EntityManager): Promise<boolean> {
    const old = await this.jobs.restart(job, manager);
    if (old) await this.discard(old, manager);
    return old !== null;
  }

  /** The files go after the commit, with the upkeep; one that another item still needs stays. */
  private async discard({ sha256, viewId }: Outdated, manager: EntityManager): Promise<void> {
    if (sha256) await this.removals.notePrints([sha256], null, manager);
    if (!viewId) return;
    await manager.query('DELETE FROM images WHERE id = $1', [viewId]);
    await this.removals.noteImages([{ id: viewId, mimeType: 'image/png' }], null, manager);
  }
}
