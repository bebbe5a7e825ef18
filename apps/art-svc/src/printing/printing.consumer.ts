import { Controller } from '@nestjs/common';
import { printFileRequested } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { orderChanged, orderPaid, orderPrintFilesRequested, orderStatusChanged } from '@shop/contracts/order';
import { OnEvent, OnRepublish, type EventContext } from '@shop/messaging';
import { PrintJobPlannerService } from './print-job-planner.service.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import { PrintFileRepublishingService } from './print-file-republishing.service.js';

@Controller()
export class PrintingConsumer {
  constructor(
    private readonly printJobPlanner: PrintJobPlannerService,
    private readonly jobs: PrintJobsRepository,
    private readonly printFileRepublishing: PrintFileRepublishingService,
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

  @OnRepublish('print-file')
  async onRepublish(_: unknown, { manager }: EventContext): Promise<void> {
    await this.printFileRepublishing.republishAll(manager);
  }
}
