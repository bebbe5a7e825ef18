import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { AuditActor } from '@shop/service-kit';
import { LedgerSyncService } from './ledger-sync.service.js';
import { AmountMismatchService } from '../order-lifecycle/amount-mismatch.service.js';
import {
  exceedsRemainder,
  formatPaidAmount,
  getAction,
  type Discrepancy,
  type StalePrinting,
  type BlockedPrinting,
} from './discrepancy.rules.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { PrintingResolutionService } from './printing-resolution.service.js';
import { RefundResolutionService } from './refund-resolution.service.js';
import { ShopResolutionService } from './shop-resolution.service.js';

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

const describeRefund = (amount: { amountCents: number; currency?: string }): string =>
  `${formatPaidAmount(amount)} goes back to the customer.`;

/** Runs the action of a discrepancy. Each step checks again under its lock, so that two admins resolve it once. */
@Injectable()
export class DiscrepancyResolutionService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly amountMismatches: AmountMismatchService,
    private readonly refundResolution: RefundResolutionService,
    private readonly shopResolution: ShopResolutionService,
    private readonly ledgerSync: LedgerSyncService,
    private readonly printingResolution: PrintingResolutionService,
  ) {}

  /** Returns what was done, as a message for the admin. */
  async resolveDiscrepancy(id: string, by: AuditActor): Promise<string> {
    const discrepancy = await this.discrepancies.findById(id);
    if (!discrepancy) throw alreadyResolvedError();
    const action = getAction(discrepancy);
    if (action === null || action.href !== undefined) throw notResolvableError();
    if (discrepancy.orderId !== null) return this.resolveForOrder(discrepancy, discrepancy.orderId, by);
    const message = await this.shopResolution.resolveForShop(discrepancy, by);
    if (message === null) throw notResolvableError();
    return message;
  }

  private async replaceFailedRefund(
    failed: Parameters<RefundResolutionService['replaceFailedRefund']>[0] & { failure: string },
    by: AuditActor,
  ): Promise<string> {
    const outcome = await this.refundResolution.replaceFailedRefund(failed, by);
    requireDone(outcome !== 'already-replaced');
    if (outcome === 'nothing-left') return 'Nothing is left to refund.';
    return exceedsRemainder(failed) ? `At most ${describeRefund(failed)}` : describeRefund(failed);
  }

  private async resolveForOrder({ id, kind, details }: Discrepancy, orderId: string, by: AuditActor): Promise<string> {
    switch (kind) {
      case 'amount-mismatch':
        requireDone(
          await this.amountMismatches.refundAndCancel(
            details.provider,
            { id: details.intentId, amountCents: details.amountCents, currency: details.currency },
            by,
          ),
        );
        await this.refundResolution.executeRefunds(orderId);
        return describeRefund(details);
      case 'paid-after-cancel':
        requireDone(await this.refundResolution.refundRemainder(orderId, by));
        return describeRefund(details);
      case 'refund-failed':
        return this.replaceFailedRefund({ orderId, ...details }, by);
      case 'refund-pending':
        await this.refundResolution.retryRefund(orderId, details.n, by);
        if (await this.discrepancies.findById(id)) throw refundStillPendingError();
        return describeRefund(details);
      case 'status-mismatch':
        requireDone(await this.ledgerSync.syncFromLedger(orderId, by));
        return `The order's payment is ${details.expected} now.`;
      case 'print-missing':
      case 'print-failed':
        requireDone(await this.printingResolution.remakePrintFiles(orderId, by));
        return 'The print file is being made again.';
      case 'not-printed':
        return 'stage' in details
          ? this.resolveStalePrinting(id, orderId, details, by)
          : this.resolveBlockedPrinting(id, orderId, details, by);
      case 'printed-after-cancel':
        return this.askPrinter(id, orderId, by);
      case 'unmatched-payment':
      case 'dispute-open':
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
      await this.printingResolution.cancelOrder(orderId, by);
      return 'The order is cancelled.';
    }
    await this.printingResolution.submitAgain(orderId, by);
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
      requireDone(await this.printingResolution.changeStatus(orderId, 'shipped', by));
      return 'The order is shipped, and its customer gets an email.';
    }
    requireDone(await this.printingResolution.changeStatus(orderId, 'processing', by));
    return 'The order is in processing. Its print files are in the order.';
  }

  private async askPrinter(id: string, orderId: string, by: AuditActor): Promise<string> {
    await this.printingResolution.askPrinter(orderId, by);
    if (await this.discrepancies.findById(id)) throw printerUnchangedError();
    return 'The printer says that this is settled.';
  }
}

function requireDone(isDone: boolean): void {
  if (!isDone) throw alreadyResolvedError();
}
