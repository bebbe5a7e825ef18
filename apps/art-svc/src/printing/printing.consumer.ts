import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import {
  orderChanged,
  orderPaid,
  orderPrintFilesRequested,
  orderReprintEnded,
  orderReprintRequested,
  orderStatusChanged,
} from '@shop/contracts-order';
import { type EventContext, OnEvent, OnRepublish, republishInPages } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { KeptPrintFilesService } from './kept-print-files.service.js';
import { PrintFileCompletionService, toPrintFileSubject } from './print-file-completion.service.js';
import { PrintFilePlannerService } from './print-file-planner.service.js';
import { PrintFilesRepository } from './print-files.repository.js';

@Controller()
export class PrintingConsumer {
  constructor(
    private readonly printFilePlanner: PrintFilePlannerService,
    private readonly printFiles: PrintFilesRepository,
    private readonly printFileCompletion: PrintFileCompletionService,
    private readonly keptFiles: KeptPrintFilesService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  @OnEvent(orderPaid)
  async onOrderPaid({ data }: EventEnvelope<EventPayload<typeof orderPaid>>, { manager }: EventContext): Promise<void> {
    await this.printFilePlanner.planPrintFiles(data.order, manager);
  }

  @OnEvent(orderChanged)
  async onOrderChanged(
    { data }: EventEnvelope<EventPayload<typeof orderChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.printFilePlanner.planPrintFiles(data.order, manager);
  }

  @OnEvent(orderPrintFilesRequested)
  async onPrintFilesRequested(
    { data }: EventEnvelope<EventPayload<typeof orderPrintFilesRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.printFilePlanner.planPrintFiles(data.order, manager);
  }

  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.to === 'delivered' || data.to === 'cancelled') await this.printFiles.markOrderEnded(data.orderId, manager);
  }

  @OnEvent(orderReprintRequested)
  async onReprintRequested(
    { data: { items } }: EventEnvelope<EventPayload<typeof orderReprintRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.keptFiles.reopenPrintFiles(
      items.map(({ orderItemId }) => orderItemId),
      manager,
    );
  }

  /** Files of an order that was not delivered yet stay longer. */
  @OnEvent(orderReprintEnded)
  async onReprintEnded(
    { data: { order, isLast } }: EventEnvelope<EventPayload<typeof orderReprintEnded>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (isLast && order.status === 'delivered') await this.printFiles.markOrderEnded(order.id, manager);
  }

  /** Publishes the result of every print file again, so that order-svc can complete its orders. */
  @OnRepublish('print-file')
  republishPrintFiles(): Promise<void> {
    return republishInPages(this.dataSource, {
      listPage: (after, limit, manager) => this.printFiles.listFinished(after, limit, manager),
      toSubject: toPrintFileSubject,
      publish: (printFile, manager) => this.printFileCompletion.publishOutcome(printFile, manager),
    });
  }
}
