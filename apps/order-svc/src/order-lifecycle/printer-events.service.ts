import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { OrderStatus } from '@shop/contracts-order';
import { Cron } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { BUSY_DELAY_MS, isNotYetSubmitted, isSent, withPrinterMessage } from '../fulfilment/fulfilment.rules.js';
import { FulfilmentHoldsRepository } from '../fulfilment/fulfilment-holds.repository.js';
import { type Fulfilment, FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { mergeParcels } from '../fulfilment/parcels.rules.js';
import { PrintRejectedError, PrinterBusyError, type PrinterOrder } from '../fulfilment/print-provider.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { StaleFulfilmentsRepository, type PollingLimits } from '../fulfilment/stale-fulfilments.repository.js';
import { MISSING_AT_PRINTER, computeNextStatuses, findProblem } from '../fulfilment/printer-status.rules.js';
import { OrderEventsPublisher } from '../orders/order-events.publisher.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ReprintPrintingService } from '../reprints/reprint-printing.service.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { ParcelsService } from './parcels.service.js';
import { RefundsService } from './refunds.service.js';

/**
 * Limits for polling orders whose webhooks may have been lost. The limit per minute is half of Printful's 120 requests.
 */
const POLLING_LIMITS: PollingLimits = { olderThanMs: 30 * 60_000, perMinute: 60 };

/**
 * Applies the printer's state of an order. It comes from webhooks, which only say which order to retrieve, and from polling, at
 * least once and in any order; each takes effect once.
 */
@Injectable()
export class PrinterEventsService {
  constructor(
    private readonly fulfilments: FulfilmentsRepository,
    private readonly holds: FulfilmentHoldsRepository,
    private readonly staleFulfilments: StaleFulfilmentsRepository,
    private readonly orders: OrdersRepository,
    private readonly printProviders: PrintProviders,
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orderLifecycle: OrderLifecycleService,
    private readonly refunds: RefundsService,
    private readonly orderEvents: OrderEventsPublisher,
    private readonly parcels: ParcelsService,
    private readonly reprintPrinting: ReprintPrintingService,
  ) {}

  /** Throws if the webhook must be delivered again. */
  async handleWebhook(secret: string, body: unknown): Promise<void> {
    const { current } = this.printProviders;
    if (!current) throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', MESSAGES.notFound);
    const webhook = current.verifyWebhook(secret, body);
    if (!webhook) return;
    if (!(await this.fulfilments.findByOrder(webhook.orderId))) return this.reprintPrinting.handleWebhook(webhook);
    const printerOrder = await this.retrieveOrder(webhook.orderId);
    if (!printerOrder) return;
    const returned = webhook.returned ? [webhook.returned, ...printerOrder.returned] : printerOrder.returned;
    await this.applyUpdate(webhook.orderId, { ...printerOrder, returned });
  }

  async pollOrder(orderId: string): Promise<void> {
    const printerOrder = await this.retrieveOrder(orderId);
    if (printerOrder) await this.applyUpdate(orderId, printerOrder);
  }

  /**
   * Also confirms an order that is a draft at the printer. Not called for a webhook, because an admin may be editing
   * the draft at that moment.
   */
  async pollAndConfirm(orderId: string): Promise<void> {
    const printerOrder = await this.retrieveOrder(orderId);
    if (printerOrder)
      await this.applyUpdate(
        orderId,
        printerOrder.status === 'draft' ? await this.confirmDraft(orderId, printerOrder) : printerOrder,
      );
  }

  /** A failed order does not stop the others from being polled. */
  @Cron('* * * * *', { name: 'orders.poll-printer' })
  async pollStaleOrders(): Promise<void> {
    if (!this.printProviders.current) return;
    for (const orderId of await this.staleFulfilments.claimForPolling(POLLING_LIMITS)) {
      await this.pollAndConfirm(orderId).catch(async (error: unknown) => {
        this.logger.warn({ err: error, orderId }, 'an order could not be polled at the printer');
        if (error instanceof PrinterBusyError)
          await this.staleFulfilments.setPolledAgo(orderId, POLLING_LIMITS.olderThanMs - BUSY_DELAY_MS);
      });
    }
  }

  /**
   * Retrieves nothing for an order that was not submitted, because another shop with the same account may use that
   * number. Reports an order that the printer lost.
   */
  private async retrieveOrder(orderId: string): Promise<PrinterOrder | null> {
    const fulfilment = await this.fulfilments.findByOrder(orderId);
    const provider = fulfilment && this.printProviders.getProvider(fulfilment.provider);
    if (!provider) return null;
    const printerOrder = await provider.retrieve(orderId);
    // An order that is not submitted yet may still be on its way to the printer.
    if (!printerOrder && !isNotYetSubmitted(fulfilment)) await this.applyMissingOrder(orderId);
    return printerOrder;
  }

  private async confirmDraft(orderId: string, draft: PrinterOrder): Promise<PrinterOrder> {
    const [order, fulfilment] = await Promise.all([this.orders.find(orderId), this.fulfilments.findByOrder(orderId)]);
    const isConfirmable = order?.status === 'processing' && fulfilment?.state === 'submitted';
    const provider =
      isConfirmable && !(await this.holds.isOnHold(this.dataSource.manager, orderId))
        ? this.printProviders.getProvider(fulfilment.provider)
        : null;
    if (!provider) return draft;
    try {
      return await provider.confirm(orderId);
    } catch (error) {
      if (!(error instanceof PrintRejectedError)) throw error;
      return { ...draft, reason: error.detail };
    }
  }

  async applyUpdate(orderId: string, printerOrder: PrinterOrder): Promise<void> {
    await this.applyInTransaction(orderId, printerOrder, (manager) =>
      this.markAcceptedByPrinter(manager, orderId, printerOrder),
    );
  }

  /**
   * Applies the answer to a submission. An order that is cancelled at the printer ends here too, because its number
   * cannot be used again.
   */
  async applySubmissionResult({ orderId, attempts }: Fulfilment, printerOrder: PrinterOrder): Promise<void> {
    await this.applyInTransaction(orderId, printerOrder, (manager) =>
      printerOrder.status === 'cancelled'
        ? this.fulfilments.markSubmitted(manager, orderId, attempts, printerOrder.externalId)
        : this.markAcceptedByPrinter(manager, orderId, printerOrder),
    );
  }

  /**
   * The printer confirmed the order before and does not have it any more. A problem of a cancelled order is resolved by
   * that.
   */
  private async applyMissingOrder(orderId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
      if (!order || !fulfilment || isNotYetSubmitted(fulfilment) || isSent(order.status)) return;
      await this.saveProblem(manager, orderId, {
        message: fulfilment.state === 'submitted' ? MISSING_AT_PRINTER : null,
        printerMessage: null,
      });
    });
  }

  private async applyInTransaction(
    orderId: string,
    printerOrder: PrinterOrder,
    markFulfilment: (manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    const statuses = await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) return [];
      await markFulfilment(manager);
      return this.apply(manager, order, printerOrder);
    });
    if (statuses.includes('cancelled')) await this.refunds.executePendingRefunds(orderId);
  }

  /**
   * A cancellation of an order that was never confirmed has no effect: the recall that caused it decides. A draft is
   * not confirmed.
   */
  private async markAcceptedByPrinter(
    manager: EntityManager,
    orderId: string,
    { status, externalId }: PrinterOrder,
  ): Promise<void> {
    if (status === 'cancelled' || status === 'draft') return;
    await this.fulfilments.markAccepted(manager, orderId, externalId);
    await this.orders.clearOutOfStock(manager, orderId);
  }

  private async apply(manager: EntityManager, order: Order, printerOrder: PrinterOrder): Promise<OrderStatus[]> {
    const fulfilment = await this.fulfilments.findByOrder(order.id, manager);
    if (!fulfilment || isNotYetSubmitted(fulfilment)) return [];
    await this.reportProblem(manager, order, fulfilment, printerOrder);
    // The order was cancelled, or shipped by an admin.
    if (fulfilment.state === 'cancelled') return [];
    if (printerOrder.status === 'cancelled' && isSent(order.status)) return this.cancelSentByHand(manager, order.id);
    const steps = computeNextStatuses(order.status, printerOrder.status);
    for (const step of steps) await this.applyStatus(manager, order, step, printerOrder);
    // A second save would make PostgreSQL check the cart's row, which others lock before the order.
    if (isSent(order.status))
      await this.parcels.applyPrinterState(manager, order, printerOrder, { isStatusChanged: steps.length > 0 });
    else if (steps.length > 0 && order.status !== 'cancelled') await this.orders.save(manager, order);
    return steps;
  }

  /** The printer cancelled the order, but an admin shipped it. */
  private async cancelSentByHand(manager: EntityManager, orderId: string): Promise<OrderStatus[]> {
    await this.fulfilments.cancelFulfilment(manager, orderId);
    return [];
  }

  private async applyStatus(
    manager: EntityManager,
    order: Order,
    to: OrderStatus,
    { tracking }: PrinterOrder,
  ): Promise<void> {
    if (to === 'cancelled') {
      this.logger.warn({ orderId: order.id }, 'the printer cancelled an order, which is refunded');
      return this.orderLifecycle.cancelPaidOrder(manager, order, {
        reason: 'cancelled by the printer',
        by: 'printer',
      });
    }
    const from = order.status;
    order.changeStatus(to);
    if (to === 'shipped') order.tracking = mergeParcels(order.tracking, tracking).parcels;
    await this.orderEvents.publishStatusChanged(manager, order, from, 'printer');
  }

  private async reportProblem(
    manager: EntityManager,
    { id, status, anonymisedAt }: Order,
    { state }: Fulfilment,
    printerOrder: PrinterOrder,
  ): Promise<void> {
    const problem = findProblem({ status, isRecalled: state === 'cancelled' }, printerOrder.status);
    // The printer's text may name the person whose data were removed.
    const printerMessage = anonymisedAt ? null : printerOrder.reason;
    await this.saveProblem(manager, id, { message: problem, printerMessage });
  }

  /** `printerMessage`: the printer's own text, stored in the row only: it may name a person. */
  private async saveProblem(
    manager: EntityManager,
    orderId: string,
    { message, printerMessage }: { message: string | null; printerMessage: string | null },
  ): Promise<void> {
    const isNew = await this.fulfilments.saveReason(
      manager,
      orderId,
      message && withPrinterMessage(message, printerMessage),
    );
    if (!isNew || message === null) return;
    this.logger.error({ orderId, message }, 'an order has a problem at the printer');
    await this.orderEvents.recordPrintingDelayed(manager, orderId, message);
  }
}
