import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { printFileRequested } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { orderChanged, orderPaid, orderPrintFilesRequested, orderStatusChanged } from '@shop/contracts/order';
import { type EventContext, OnEvent, OnRepublish, republishInPages } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { PrintJobCompletionService, toPrintFileSubject } from './print-job-completion.service.js';
import { PrintJobPlannerService } from './print-job-planner.service.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

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

  /** Only the previous version publishes this event. */
  @OnEvent(printFileRequested)
  async onPrintFileRequested(
    { data }: EventEnvelope<EventPayload<typeof printFileRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.jobs.enqueueJob(manager, data.orderItemId);
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
