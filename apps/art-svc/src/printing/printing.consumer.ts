import { Controller } from '@nestjs/common';
import { printFileRequested } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { orderChanged, orderPaid, orderPrintFilesRequested, orderStatusChanged } from '@shop/contracts/order';
import { OnEvent, Republishes, type EventContext } from '@shop/messaging';
import { EnlistOrder } from './enlist-order.js';
import { MakePrintFile } from './make-print-file.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import { RepublishPrintFiles } from './republish-print-files.js';

@Controller()
export class PrintingConsumer {
  constructor(
    private readonly orders: EnlistOrder,
    private readonly making: MakePrintFile,
    private readonly jobs: PrintJobsRepository,
    private readonly republish: RepublishPrintFiles,
  ) {}

  @OnEvent(orderPaid)
  async onOrderPaid({ data }: EventEnvelope<EventPayload<typeof orderPaid>>, { manager }: EventContext): Promise<void> {
    await this.orders.enlist(data.order, manager);
  }

  @OnEvent(orderChanged)
  async onOrderChanged(
    { data }: EventEnvelope<EventPayload<typeof orderChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.orders.enlist(data.order, manager);
  }

  @OnEvent(orderPrintFilesRequested)
  async onPrintFilesRequested(
    { data }: EventEnvelope<EventPayload<typeof orderPrintFilesRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.orders.enlist(data.order, manager);
  }

  /** Work of seconds belongs into no transaction; that it is done once is the claim's doing. */
  @OnEvent(printFileRequested, { inbox: false })
  onPrintFileRequested({ data }: EventEnvelope<EventPayload<typeof printFileRequested>>): Promise<void> {
    return this.making.make(data.orderItemId);
  }

  @OnEvent(orderStatusChanged)
  async onOrderStatusChanged(
    { data }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.to === 'delivered' || data.to === 'cancelled') await this.jobs.endOrder(data.orderId, manager);
  }

  @Republishes('print-file')
  async onRepublish(_: unknown, { manager }: EventContext): Promise<void> {
    await this.republish.all(manager);
  }
}
