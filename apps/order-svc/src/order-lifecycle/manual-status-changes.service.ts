import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { OrderStatus } from '@shop/contracts-order';
import { type AuditActor, AuditTrail, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import pRetry from 'p-retry';
import { InjectDataSource } from '@nestjs/typeorm';
import { FulfilmentHoldsService } from '../fulfilment/fulfilment-holds.service.js';
import { mayBeAtPrinter } from '../fulfilment/fulfilment.rules.js';
import { type Fulfilment, FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import type { PrintProvider, PrinterOrder } from '../fulfilment/print-provider.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { PrinterEventsService } from './printer-events.service.js';

/** Longer than a printer's usual answer, shorter than the gateway's timeout. */
const SUBMISSION_WAIT_MS = 5_000;

const RETRY_MS = 50;

/** More than a recall and the following transaction take. */
const RECALL_MS = 60_000;

const BEING_SUBMITTED = 'ORDER_BEING_SUBMITTED';

const orderBeingSubmitted = (): DomainError =>
  new DomainError(
    BEING_SUBMITTED,
    'conflict',
    'This order is being handed to the printer right now. Please try again in a moment.',
  );

const isBeingSubmitted = (error: unknown): boolean => error instanceof DomainError && error.code === BEING_SUBMITTED;

const printingStarted = (what: string): DomainError =>
  new DomainError('PRINTING_STARTED', 'conflict', `The printer has begun to print this order: ${what}.`);

const printerUnavailable = (forWhat: 'to leave it' | 'about it'): DomainError =>
  new DomainError(
    'PRINTER_UNAVAILABLE',
    'unavailable',
    `The printer may have this order, and can’t be asked ${forWhat} right now. Please try again in a moment.`,
  );

export const orderAtPrinter = (): DomainError =>
  new DomainError(
    'ORDER_AT_PRINTER',
    'conflict',
    'The printer has this order already. Please change the address there, or cancel the order.',
  );

const cancelledAtPrinter = (): DomainError =>
  new DomainError(
    'ORDER_CANCELLED_THERE',
    'conflict',
    'This order was cancelled at the printer, which can’t take it again. Please cancel it here too.',
  );

const orderChanged = (): DomainError =>
  new DomainError('ORDER_ALREADY_CHANGED', 'conflict', 'This order has changed in between. Please look at it again.');

/** The attempt number at the time of a recall. A later attempt submitted the order again. */
export interface RecalledOrder {
  attempts: number;
}

const notWaiting = (): DomainError =>
  new DomainError('ORDER_NOT_WAITING', 'conflict', 'This order does not wait for the printer.');

/** What an admin's status changes mean for an order's printing. */
@Injectable()
export class ManualStatusChangesService {
  constructor(
    private readonly fulfilments: FulfilmentsRepository,
    private readonly holds: FulfilmentHoldsService,
    private readonly printProviders: PrintProviders,
    private readonly printerEvents: PrinterEventsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Submitting takes a moment, and an admin may act just then. Work that failed for this reason changed nothing and is
   * repeated for a while.
   */
  retryWhileSubmitting(work: () => Promise<void>): Promise<void> {
    return pRetry(work, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: RETRY_MS,
      factor: 1,
      maxRetryTime: SUBMISSION_WAIT_MS,
      shouldRetry: ({ error }) => isBeingSubmitted(error),
    });
  }

  /**
   * Recalls an order that is to be cancelled; null if no printer can have it. Throws `conflict` if it is being printed.
   */
  async recallOrder(orderId: string): Promise<RecalledOrder | null> {
    const fulfilment = await this.pauseSubmission(orderId);
    return fulfilment && this.recallFromPrinter(fulfilment, 'it can no longer be cancelled');
  }

  /**
   * For an order that an admin ships: recalls it from a printer that may have it unconfirmed. A printer that confirmed
   * it has printed it.
   */
  async recallUnconfirmed(orderId: string): Promise<RecalledOrder | null> {
    const fulfilment = await this.pauseSubmission(orderId);
    return fulfilment && fulfilment.state !== 'submitted'
      ? this.recallFromPrinter(fulfilment, 'it ships it itself')
      : null;
  }

  /**
   * Checks that the printer does not have the order, before a change of what is printed. The order is not recalled,
   * because no printer accepts the number of a cancelled order again. Returns null if it was never submitted.
   *
   * @throws DomainError `conflict` if the printer has the order; its status is stored then.
   */
  async assertNotAtPrinter(orderId: string): Promise<RecalledOrder | null> {
    const fulfilment = await this.pauseSubmission(orderId);
    if (!fulfilment || !mayBeAtPrinter(fulfilment)) return null;
    const printer = this.printProviders.getProvider(fulfilment.provider);
    const printerOrder = printer && (await this.retrieveFromPrinter(printer, orderId));
    // A draft is replaced by the order's content at the next attempt.
    if (!printerOrder || printerOrder.status === 'draft') return { attempts: fulfilment.attempts };
    await this.printerEvents.applyUpdate(orderId, printerOrder);
    throw printerOrder.status === 'cancelled' ? cancelledAtPrinter() : orderAtPrinter();
  }

  /** Stops new attempts for a while and returns the present state. */
  private async pauseSubmission(orderId: string): Promise<Fulfilment | null> {
    await this.fulfilments.delayAttempts(orderId, RECALL_MS);
    const fulfilment = await this.fulfilments.findByOrder(orderId);
    if (fulfilment?.state === 'submitting') throw orderBeingSubmitted();
    return fulfilment;
  }

  private async recallFromPrinter(fulfilment: Fulfilment, tooLateFor: string): Promise<RecalledOrder | null> {
    const { orderId, provider, attempts } = fulfilment;
    if (!mayBeAtPrinter(fulfilment)) return null;
    const printer = this.printProviders.getProvider(provider);
    if (printer && (await this.cancelAtPrinter(printer, orderId)) === 'too-late') throw printingStarted(tooLateFor);
    return { attempts };
  }

  private async cancelAtPrinter(provider: PrintProvider, orderId: string): Promise<'cancelled' | 'too-late'> {
    try {
      return await provider.cancel(orderId);
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'an order could not be recalled from the printer');
      throw printerUnavailable('to leave it');
    }
  }

  private async retrieveFromPrinter(provider: PrintProvider, orderId: string): Promise<PrinterOrder | null> {
    try {
      return await provider.retrieve(orderId);
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'the printer could not be asked for an order');
      throw printerUnavailable('about it');
    }
  }

  /** Requires the order's lock: fails if the order was submitted since. */
  async assertNotResubmitted(manager: EntityManager, orderId: string, recalled: RecalledOrder | null): Promise<void> {
    const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
    if (fulfilment?.state === 'submitting') throw orderBeingSubmitted();
    if (fulfilment && mayBeAtPrinter(fulfilment) && fulfilment.attempts !== recalled?.attempts) throw orderChanged();
  }

  /**
   * Requires the order's lock. `processing` ends the change window; an order that an admin shipped is not printed
   * again.
   */
  async applyStatusChange(
    manager: EntityManager,
    orderId: string,
    to: OrderStatus,
    recalled: RecalledOrder | null,
  ): Promise<void> {
    const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
    if (!fulfilment) return;
    if (fulfilment.state === 'submitting') throw orderBeingSubmitted();
    if (to === 'processing') await this.holds.assertNotOnHold(manager, orderId);
    if (to === 'processing' && fulfilment.provider === 'by-hand')
      await this.fulfilments.markPrintedByHand(manager, orderId);
    else if (to === 'processing') await this.fulfilments.makeDue(manager, orderId);
    // A recalled order stays recalled, even if the printer's earlier confirmation arrived in between.
    else if (recalled !== null || fulfilment.state !== 'submitted') {
      if (mayBeAtPrinter(fulfilment) && fulfilment.attempts !== recalled?.attempts) throw orderChanged();
      await this.fulfilments.cancelFulfilment(manager, orderId);
    }
  }

  /** Requires the order's lock. Makes a waiting or lost order due; an open change window stays open. */
  async retrySubmission(manager: EntityManager, orderId: string): Promise<void> {
    const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
    if (fulfilment?.state === 'waiting') await this.fulfilments.makeDue(manager, orderId);
    else if (fulfilment?.state === 'submitted') await this.fulfilments.resubmit(manager, orderId);
  }

  /** An admin fixed the reason for the wait: submits the order now. Throws `unavailable` if the printer that may have the order is not configured. */
  async retryPrinting(orderId: string, by: AuditActor): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      await this.holds.assertNotOnHold(manager, orderId);
      const fulfilment = await this.fulfilments.findByOrder(orderId, manager);
      if (fulfilment && mayBeAtPrinter(fulfilment)) this.printProviders.getProvider(fulfilment.provider);
      if (!fulfilment || !(await this.makeDue(manager, fulfilment))) throw notWaiting();
      // The reason is not in the audit trail: it may name a person, and the trail cannot be erased.
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.printing-retried',
        subject: { type: 'order', id: orderId },
        before: null,
        after: null,
      });
    });
  }

  /** An open change window stays open. An interrupted attempt is resumed, and a running one is followed by a run that does nothing. */
  private async makeDue(manager: EntityManager, { orderId, state }: Fulfilment): Promise<boolean> {
    if (state === 'submitted') return this.fulfilments.resubmit(manager, orderId);
    if (state === 'submitting') {
      await this.fulfilments.enqueueSubmission(manager, orderId);
      return true;
    }
    if (state === 'change-window' && (await this.fulfilments.isChangeWindowOpen(manager, orderId))) return false;
    return this.fulfilments.makeDue(manager, orderId);
  }
}
