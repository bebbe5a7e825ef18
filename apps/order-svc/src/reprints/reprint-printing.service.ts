import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { withPrinterMessage } from '../fulfilment/fulfilment.rules.js';
import { applyReport } from '../fulfilment/parcels.rules.js';
import { type PrinterOrder, type PrinterWebhook, PrintRejectedError } from '../fulfilment/print-provider.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { MISSING_AT_PRINTER } from '../fulfilment/printer-status.rules.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ReprintEventsPublisher } from './reprint-events.publisher.js';
import type { Reprint } from './reprint.entity.js';
import { ReprintObstaclesService } from './reprint-obstacles.service.js';
import { findReprintProblem, REPRINT_OBSTACLES } from './reprint.rules.js';
import { type LockedReprint, ReprintsRepository } from './reprints.repository.js';

/**
 * Applies the printer's state of a reprint: the answer to its submission, webhooks and polling, at least once and in any
 * order. Each takes effect once.
 */
@Injectable()
export class ReprintPrintingService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reprints: ReprintsRepository,
    private readonly printProviders: PrintProviders,
    private readonly events: ReprintEventsPublisher,
    private readonly orders: OrdersRepository,
    private readonly obstacles: ReprintObstaclesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** No effect if the webhook is about no reprint. */
  async handleWebhook({ orderId: reprintId, returned }: PrinterWebhook): Promise<void> {
    const printerOrder = await this.retrieve(reprintId);
    if (printerOrder)
      await this.applyUpdate(reprintId, {
        ...printerOrder,
        returned: returned ? [returned, ...printerOrder.returned] : printerOrder.returned,
      });
  }

  /** Also confirms a draft. */
  async pollAndConfirm(reprintId: string): Promise<void> {
    const printerOrder = await this.retrieve(reprintId);
    if (!printerOrder) return;
    const isDraft = printerOrder.status === 'draft';
    await this.applyUpdate(reprintId, isDraft ? await this.confirmDraft(reprintId, printerOrder) : printerOrder);
  }

  /** Of a reprint that was tried: another shop with the same account may use the number. */
  private async retrieve(reprintId: string): Promise<PrinterOrder | null> {
    const reprint = await this.reprints.find(reprintId);
    const provider = reprint?.mayBeAtPrinter ? this.printProviders.getProvider(reprint.provider) : null;
    if (!provider) return null;
    const printerOrder = await provider.retrieve(reprintId);
    if (!printerOrder) await this.applyMissing(reprintId);
    return printerOrder;
  }

  private async confirmDraft(reprintId: string, draft: PrinterOrder): Promise<PrinterOrder> {
    const reprint = await this.reprints.find(reprintId);
    const order = reprint?.state === 'submitted' ? await this.orders.find(reprint.orderId) : null;
    const isConfirmable = order && (await this.obstacles.findObstacle(this.dataSource.manager, order)) === null;
    const provider = reprint && isConfirmable ? this.printProviders.getProvider(reprint.provider) : null;
    if (!provider) return draft;
    try {
      return await provider.confirm(reprintId);
    } catch (error) {
      if (!(error instanceof PrintRejectedError)) throw error;
      return { ...draft, reason: error.detail };
    }
  }

  async applyUpdate(reprintId: string, printerOrder: PrinterOrder): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const locked = await this.reprints.findLocked(manager, reprintId);
      if (locked) await this.apply(manager, locked, printerOrder);
    });
  }

  private async apply(manager: EntityManager, locked: LockedReprint, printerOrder: PrinterOrder): Promise<void> {
    const { reprint } = locked;
    if (printerOrder.status === 'cancelled' && reprint.isBeingRecalled()) return;
    if (printerOrder.status !== 'cancelled' && printerOrder.status !== 'draft') reprint.markAccepted(printerOrder);
    // The answer to an attempt that the printer has ended: its number can't be used again.
    else if (printerOrder.status === 'cancelled' && reprint.state === 'submitting') reprint.markAccepted(printerOrder);
    reprint.costCents = printerOrder.costs?.cents ?? reprint.costCents;
    reprint.costCurrency = printerOrder.costs?.currency ?? reprint.costCurrency;
    if (printerOrder.status === 'shipped' || printerOrder.status === 'delivered')
      await this.applyParcels(manager, locked, printerOrder);
    const obstacle =
      printerOrder.status === 'draft' && reprint.state === 'submitted'
        ? await this.obstacles.findObstacle(manager, locked.order)
        : null;
    const message = obstacle ? REPRINT_OBSTACLES[obstacle] : findReprintProblem(reprint, printerOrder.status);
    const reason = reprint.isReturned ? (reprint.parcelReturn?.reason ?? null) : printerOrder.reason;
    // The printer's text may name the person whose data were removed.
    await this.setProblem(manager, reprint, message, locked.order.anonymisedAt ? null : reason);
    if (printerOrder.status === 'delivered' && reprint.state === 'shipped' && !reprint.isReturned) {
      reprint.markEnded('delivered');
      await this.events.publishEnded(manager, locked, 'printer');
    }
    await this.reprints.save(manager, reprint);
  }

  private async applyParcels(manager: EntityManager, locked: LockedReprint, printerOrder: PrinterOrder): Promise<void> {
    const { reprint } = locked;
    if (reprint.state !== 'submitted' && reprint.state !== 'shipped') return;
    const { parcels, added, corrected, isSentAgain, newReturn } = applyReport(reprint, printerOrder);
    const isFirst = reprint.state === 'submitted';
    if (isFirst) reprint.markShipped(parcels);
    else if (!isDeepStrictEqual(reprint.tracking, parcels)) reprint.tracking = parcels;
    if (isSentAgain) reprint.markSentAgain();
    else if (newReturn) reprint.markReturned(newReturn);
    if (isFirst || added.length > 0)
      await this.events.publishSent(manager, locked, { what: 'sent', parcels: added }, null);
    if (corrected.length > 0)
      await this.events.publishSent(manager, locked, { what: 'corrected', parcels: corrected }, null);
    // The printer's text may name the person whose data were removed.
    const reason = locked.order.anonymisedAt ? null : (newReturn?.reason ?? null);
    if (newReturn) await this.events.publishReturned(manager, locked, reason);
  }

  /** The printer had it, and does not have it any more. An attempt under way may still reach the printer. */
  private async applyMissing(reprintId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const locked = await this.reprints.findLocked(manager, reprintId);
      if (!locked || locked.reprint.submittedAt === null || locked.reprint.shippedAt !== null) return;
      const message = locked.reprint.state === 'submitted' ? MISSING_AT_PRINTER : null;
      await this.setProblem(manager, locked.reprint, message, null);
      await this.reprints.save(manager, locked.reprint);
    });
  }

  /** Admins see each problem once. The row has the printer's own text, the order's history the shop's. */
  private async setProblem(
    manager: EntityManager,
    reprint: Reprint,
    message: string | null,
    printerMessage: string | null,
  ): Promise<void> {
    const problem = message && withPrinterMessage(message, printerMessage);
    if (problem === reprint.problem) return;
    reprint.problem = problem;
    if (message === null) return;
    this.logger.error({ reprintId: reprint.id, message }, 'a reprint has a problem at the printer');
    await this.events.recordProblem(manager, reprint.orderId, message);
  }
}
