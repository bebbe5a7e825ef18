import { Injectable } from '@nestjs/common';
import { DomainError, isDomainError } from '@shop/contracts-common';
import { CURRENCY } from '@shop/contracts-order';
import { assertPermission, type AuditActor, AuditTrail } from '@shop/service-kit';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OrderChangesService } from '../admin-orders/order-changes.service.js';
import { PrintFileRequestsService } from '../fulfilment/print-file-requests.service.js';
import { ManualStatusChangesService } from '../order-lifecycle/manual-status-changes.service.js';
import { OrderPaymentsService } from '../order-lifecycle/order-payments.service.js';
import { ParcelsService } from '../order-lifecycle/parcels.service.js';
import { PrinterEventsService } from '../order-lifecycle/printer-events.service.js';
import { ReprintsService } from '../reprints/reprints.service.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import type { BlockedPrinting, StalePrinting } from './delayed-printing.rules.js';
import { type Discrepancy, exceedsRemainder, formatPaidAmount, getAction } from './discrepancy.rules.js';
import { PaymentResolutionService } from './payment-resolution.service.js';

const alreadyResolvedError = () =>
  new DomainError('DISCREPANCY_RESOLVED', 'conflict', 'This has been resolved in the meantime. Please look again.');

const notResolvableError = () =>
  new DomainError('DISCREPANCY_NOT_RESOLVABLE', 'conflict', "This can't be resolved from here.");

const refundStillPendingError = () =>
  new DomainError(
    'REFUND_STILL_PENDING',
    'provider-failed',
    'The payment provider has not confirmed the refund. It is checked again every few minutes.',
  );

const printerUnchangedError = () =>
  new DomainError('PRINTER_UNCHANGED', 'provider-failed', 'The printer still says the same.');

/** What an admin may do. */
interface AdminRights {
  permissions: readonly string[];
  /** Throws 403 for a large sum without a recent code of the second factor. */
  assertMayRefund: (amountCents: number) => void;
}

/** An amount of another currency counts as large. */
const getRefundCents = ({ details }: Discrepancy): number =>
  'amountCents' in details && 'currency' in details && details.currency === CURRENCY
    ? details.amountCents
    : Number.POSITIVE_INFINITY;

const describeRefund = (amount: { amountCents: number; currency?: string }): string =>
  `${formatPaidAmount(amount)} goes back to the customer.`;

const printerUnreachableError = () =>
  new DomainError(
    'PRINTER_UNREACHABLE',
    'provider-failed',
    'The printer does not answer right now. Please try again in a moment.',
  );

/** Runs the action of a discrepancy. Each step checks again under its lock, so that two admins resolve it once. */
@Injectable()
export class DiscrepancyResolutionService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly orderPayments: OrderPaymentsService,
    private readonly paymentResolution: PaymentResolutionService,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printFileRemakes: PrintFileRequestsService,
    private readonly manualStatusChanges: ManualStatusChangesService,
    private readonly orderChanges: OrderChangesService,
    private readonly printerEvents: PrinterEventsService,
    private readonly auditTrail: AuditTrail,
    private readonly parcels: ParcelsService,
    private readonly reprints: ReprintsService,
  ) {}

  /** Returns what was done, as a message for the admin. Throws `forbidden` if that needs another permission or a recent code. */
  async resolveDiscrepancy(id: string, by: AuditActor, rights: AdminRights): Promise<string> {
    const discrepancy = await this.discrepancies.findById(id);
    if (!discrepancy) throw alreadyResolvedError();
    const action = getAction(discrepancy);
    if (action === null || action.href !== undefined) throw notResolvableError();
    assertPermission(action.permission, rights.permissions);
    if (action.permission === 'refund') rights.assertMayRefund(getRefundCents(discrepancy));
    if (discrepancy.orderId !== null) return this.resolveForOrder(discrepancy, discrepancy.orderId, by);
    const message = await this.paymentResolution.resolveForShop(discrepancy, by);
    if (message === null) throw notResolvableError();
    return message;
  }

  private async replaceFailedRefund(
    failed: Parameters<PaymentResolutionService['replaceFailedRefund']>[0] & { failure: string },
    by: AuditActor,
  ): Promise<string> {
    const outcome = await this.paymentResolution.replaceFailedRefund(failed, by);
    requireDone(outcome !== 'already-replaced');
    if (outcome === 'nothing-left') return 'Nothing is left to refund.';
    return exceedsRemainder(failed) ? `At most ${describeRefund(failed)}` : describeRefund(failed);
  }

  private async resolveForOrder({ id, kind, details }: Discrepancy, orderId: string, by: AuditActor): Promise<string> {
    switch (kind) {
      case 'amount-mismatch':
        requireDone(
          await this.orderPayments.refundAndCancel(
            details.provider,
            { id: details.intentId, amountCents: details.amountCents, currency: details.currency },
            by,
          ),
        );
        await this.paymentResolution.executeRefunds(orderId);
        return describeRefund(details);
      case 'paid-after-cancel':
        requireDone(await this.paymentResolution.refundRemainder(orderId, by));
        return describeRefund(details);
      case 'refund-failed':
        return this.replaceFailedRefund({ orderId, ...details }, by);
      case 'refund-pending':
        await this.paymentResolution.retryRefund(orderId, details.n, by);
        if (await this.discrepancies.findById(id)) throw refundStillPendingError();
        return describeRefund(details);
      case 'status-mismatch':
        requireDone(await this.paymentResolution.syncFromLedger(orderId, by));
        return `The order's payment is ${details.expected} now.`;
      case 'print-missing':
      case 'print-failed':
        requireDone(await this.remakePrintFiles(orderId, by));
        return 'The print file is being made again.';
      case 'not-printed':
        return 'stage' in details
          ? this.resolveStalePrinting(id, orderId, details, by)
          : this.resolveBlockedPrinting(id, orderId, details, by);
      case 'printed-after-cancel':
        return this.askPrinter(id, orderId, by);
      case 'parcel-returned':
        requireDone(await this.parcels.settleReturn(orderId, by));
        return 'The parcel that came back is settled.';
      case 'not-reprinted':
        await this.reprints.retryReprint(orderId, details.reprintId, by);
        return 'The printer is being tried again.';
      case 'unmatched-payment':
      case 'dispute-open':
      case 'payment-stopped':
      case 'problem-reported':
      case 'fulfilment-hold':
      case 'provider-error':
        throw notResolvableError();
    }
  }

  private async resolveBlockedPrinting(
    id: string,
    orderId: string,
    { state, isPaid, isMissingAtPrinter }: BlockedPrinting,
    by: AuditActor,
  ): Promise<string> {
    if (state === 'submitted' && !isMissingAtPrinter) return this.askPrinter(id, orderId, by);
    if (!isPaid) {
      await this.cancelRefundedOrder(orderId, by);
      return 'The order is cancelled.';
    }
    await this.submitAgain(orderId, by);
    return 'The printer is being tried again.';
  }

  private async resolveStalePrinting(
    id: string,
    orderId: string,
    { stage, byHand }: StalePrinting,
    by: AuditActor,
  ): Promise<string> {
    if (stage === 'unsent' && !byHand) return this.askPrinter(id, orderId, by);
    if (stage === 'unsent') {
      requireDone(await this.changeStatus(orderId, 'shipped', by));
      return 'The order is shipped, and its customer gets an email.';
    }
    requireDone(await this.changeStatus(orderId, 'processing', by));
    return 'The order is in processing. Its print files are in the order.';
  }

  private async askPrinter(id: string, orderId: string, by: AuditActor): Promise<string> {
    await this.pollPrinter(orderId, by);
    if (await this.discrepancies.findById(id)) throw printerUnchangedError();
    return 'The printer says that this is settled.';
  }

  /** False if no file is missing, or if all were requested a moment ago. */
  private remakePrintFiles(orderId: string, by: AuditActor): Promise<boolean> {
    return this.printFileRemakes.requestMissingPrintFiles(orderId, by);
  }

  private submitAgain(orderId: string, by: AuditActor): Promise<void> {
    return this.manualStatusChanges.retryPrinting(orderId, by);
  }

  /** An admin who prints by hand has started or shipped it. False if the status changed in between. */
  async changeStatus(orderId: string, to: 'processing' | 'shipped', by: AuditActor): Promise<boolean> {
    try {
      await this.orderChanges.changeStatus(orderId, { to, tracking: null, mayRefund: false }, by);
      return true;
    } catch (error) {
      if (isDomainError(error) && error.code === 'ORDER_STATUS_CHANGE_INVALID') return false;
      throw error;
    }
  }

  /** Cancels a refunded order. If printing has begun, the printer is polled, so that the discrepancy says so. */
  private async cancelRefundedOrder(orderId: string, by: AuditActor): Promise<void> {
    try {
      await this.orderChanges.changeStatus(orderId, { to: 'cancelled', tracking: null, mayRefund: false }, by);
    } catch (error) {
      if (isDomainError(error) && error.code === 'PRINTING_STARTED') await this.printerEvents.pollOrder(orderId);
      throw error;
    }
  }

  /** Polls the printer after an admin has resolved the problem there. */
  private async pollPrinter(orderId: string, by: AuditActor): Promise<void> {
    await this.auditTrail.addEntry(this.dataSource.manager, {
      actor: by,
      action: 'order.printer-polled',
      subject: { type: 'order', id: orderId },
      before: null,
      after: null,
    });
    try {
      await this.printerEvents.pollAndConfirm(orderId);
    } catch (error) {
      throw isDomainError(error) ? error : printerUnreachableError();
    }
  }
}

function requireDone(isDone: boolean): void {
  if (!isDone) throw alreadyResolvedError();
}
