import { Controller, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { orderChanged, orderPaid, orderPrintFilesRequested, orderStatusChanged } from '@shop/contracts/order';
import { type EventContext, OnEvent, OnRepublish, republishInPages } from '@shop/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { PrintJobCompletionService, toPrintFileSubject } from './print-job-completion.service.js';
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

@Controller()
export class PrintingConsumer {
  constructor(
    private readonly printJobPlanner: PrintJobPlannerService,
    private readonly jobs: PrintJobsRepository,
    private readonly printJobCompletion: PrintJobCompletionService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  @OnEvent(orderPaid)
  async onOrderPaid({ data }: EventEnvelope<EventPayload<typeof orderPaid>>, { manager }: EventContext): Promise<void> {
    await this.printJobPlanner.planPrintJobs(data.order, manager);
  }

  @OnEvent(orderChanged)
  async onOrderChanged(
    { data }: EventEnvelope<EventPayload<typeof orderChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.printJobPlanner.planPrintJobs(data.order, manager);
  }

  @OnEvent(orderPrintFilesRequested)
  async onPrintFilesRequested(
    { data }: EventEnvelope<EventPayload<typeof orderPrintFilesRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.printJobPlanner.planPrintJobs(data.order, manager);
  }

  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.to === 'delivered' || data.to === 'cancelled') await this.jobs.markOrderEnded(data.orderId, manager);
  }

  /** Publishes the result of every print job again, so that order-svc can complete its orders. */
  @OnRepublish('print-file')
  republishPrintFiles(): Promise<void> {
    return republishInPages(this.dataSource, {
      listPage: (after, limit, manager) => this.jobs.listFinished(after, limit, manager),
      toSubject: toPrintFileSubject,
      publish: (job, manager) => this.printJobCompletion.publishOutcome(job, manager),
    });
  }
}
