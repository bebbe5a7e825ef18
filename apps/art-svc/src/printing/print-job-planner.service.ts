import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@shop/contracts/common';
import { orderPaid } from '@shop/contracts/order';
import type { EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { PrintJobCompletionService } from './print-job-completion.service.js';
import { type NewPrintJob, type OutdatedFiles, PrintJobsRepository } from './print-jobs.repository.js';

type PrintableOrder = EventPayload<typeof orderPaid>['order'];

/**
 * Plans the print jobs of an order: one for each item of a paid order, restarted where an item changes or its print
 * file is requested again.
 */
@Injectable()
export class PrintJobPlannerService {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly printJobCompletion: PrintJobCompletionService,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  /** Idempotent and independent of the order of events: an item has exactly one job, of its newest revision. */
  async planPrintJobs(order: PrintableOrder, manager: EntityManager): Promise<void> {
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
      if ((await this.jobs.insertJob(job, manager)) || (await this.restartIfNewer(job, manager)))
        await this.startJob(job, manager);
    }
  }

  private async startJob(job: NewPrintJob, manager: EntityManager): Promise<void> {
    if (!job.artworkId) await this.printJobCompletion.failJobWithin(manager, job, 'artwork-missing');
    else if (!job.print) await this.printJobCompletion.failJobWithin(manager, job, 'product-unknown');
    else await this.jobs.enqueueJob(manager, job.orderItemId);
  }

  private async restartIfNewer(job: NewPrintJob, manager: EntityManager): Promise<boolean> {
    const outdated = await this.jobs.restartJob(job, manager);
    if (outdated) await this.removeOutdatedFiles(outdated, manager);
    return outdated !== null;
  }

  /** A job removes the files after the commit. A print file that another item uses stays. */
  private async removeOutdatedFiles({ sha256, viewId }: OutdatedFiles, manager: EntityManager): Promise<void> {
    if (sha256) await this.fileRemovals.schedulePrints([sha256], null, manager);
    if (!viewId) return;
    await this.fileRemovals.deleteImages([{ id: viewId, mimeType: 'image/png' }], null, manager);
  }
}
