import { Inject, Injectable } from '@nestjs/common';
import { Cron, HandleJob } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import {
  BUSY_DELAY_MS,
  computeRetryDelay,
  REJECTION_DELAY_MS,
  shouldAlertAdmins,
  withPrinterMessage,
} from '../fulfilment/fulfilment.rules.js';
import { SubmissionClaimsService, type ClaimedOrder } from '../fulfilment/submission-claims.service.js';
import { submitOrder, type Fulfilment, type Printers } from '../fulfilment/fulfilments.repository.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { isPaymentOutOfReach } from '../payments/payment-provider.js';
import { PaymentDoubtsService } from './payment-doubts.service.js';
import { PrinterEventsService } from './printer-events.service.js';
import { RefundsService } from './refunds.service.js';
import { PrinterBusyError, PrintOutOfStockError, PrintRejectedError } from '../fulfilment/print-provider.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { StaleFulfilmentsRepository } from '../fulfilment/stale-fulfilments.repository.js';

/**
 * Submits paid orders to the printer after their change window, each exactly once, also after crashes. The order is
 * claimed and read under its lock; the printer is called outside of any transaction with the order's own number; its
 * answer is stored. After an interrupted attempt, the next one first asks whether the printer has the order. The order's
 * job runs at its `due_at`. It makes one attempt, and the answer of the printer decides when it runs again, without an end.
 */
@Injectable()
export class OrderSubmissionService {
  constructor(
    private readonly submissionClaims: SubmissionClaimsService,
    private readonly printProviders: PrintProviders,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly refunds: RefundsService,
    private readonly doubts: PaymentDoubtsService,
    private readonly printerEvents: PrinterEventsService,
    private readonly staleFulfilments: StaleFulfilmentsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(submitOrder)
  async submitOrder({ orderId }: { orderId: string }): Promise<void> {
    const claimed = await this.claimOrder(orderId);
    const undoubted = claimed && (await this.withPaymentChecked(claimed));
    if (undoubted) await this.submit(undoubted);
  }

  private async claimOrder(orderId: string): Promise<ClaimedOrder | null> {
    const { livemode } = await this.paymentProviders.current.getKnownAccount();
    return this.submissionClaims.claimOrder(orderId, this.getPrinters(), livemode);
  }

  /**
   * Asks the payment provider before the printer gets the order: a refund, a dispute or a review may be lost with a restored
   * database, or its webhook may be on the way. With one, the order is claimed again after it was applied; null if nothing
   * is to be printed now.
   */
  private async withPaymentChecked(claimed: ClaimedOrder): Promise<ClaimedOrder | null> {
    const { payment, fulfilment } = claimed;
    if (!payment) return claimed;
    const { orderId } = fulfilment;
    try {
      const provider = this.paymentProviders.getProvider(payment.provider);
      const refunds = await provider.listRefunds(payment.paymentIntentId);
      const doubts = await provider.listDoubts(payment.paymentIntentId);
      if (refunds.length + doubts.disputes.length + doubts.reviews.length === 0) return claimed;
      // An attempt in progress would protect the order from the cancellation.
      if (!(await this.submissionClaims.takeBackAttempt(fulfilment, 0))) return null;
      for (const refund of refunds) await this.refunds.applyRefund(provider.name, refund, null);
      await this.doubts.applyDoubts(provider, doubts);
    } catch (error) {
      if (isPaymentOutOfReach(error)) return claimed;
      this.logger.warn({ err: error, orderId }, 'an order waits for the payment provider before it is printed');
      await this.submissionClaims.takeBackAttempt(fulfilment, BUSY_DELAY_MS);
      return null;
    }
    return this.claimOrder(orderId);
  }

  @Cron('* * * * *', { name: 'orders.enqueue-submissions' })
  async enqueueWithoutJob(): Promise<void> {
    await this.staleFulfilments.enqueueWithoutJob(this.getPrinters());
  }

  private getPrinters(): Printers {
    const { current, reachable } = this.printProviders;
    return { current: current?.name ?? null, reachable };
  }

  private async submit({ order, fulfilment }: ClaimedOrder): Promise<void> {
    const { orderId } = order;
    try {
      const provider = this.printProviders.getProvider(fulfilment.provider);
      if (!provider) throw new Error('An order that an admin prints cannot be submitted');
      const known = fulfilment.attempts > 1 ? await provider.retrieve(orderId) : null;
      const printerOrder =
        known?.status === 'draft' ? await provider.submitDraft(order) : (known ?? (await provider.submit(order)));
      await this.printerEvents.applySubmissionResult(fulfilment, printerOrder);
    } catch (error) {
      await this.postpone(fulfilment, error);
    }
  }

  private async postpone(fulfilment: Fulfilment, error: unknown): Promise<void> {
    const { orderId, attempts } = fulfilment;
    if (error instanceof PrintOutOfStockError) {
      this.logger.error({ err: error, orderId }, 'an ordered article is out of stock at the printer');
      return this.submissionClaims.postponeOutOfStock(fulfilment, error);
    }
    const isRejected = error instanceof PrintRejectedError;
    const isBusy = error instanceof PrinterBusyError;
    const message = isRejected || isBusy ? error.message : 'The printer does not answer.';
    const reason = withPrinterMessage(message, isRejected ? error.detail : null);
    const isAlert = isRejected || shouldAlertAdmins(attempts);
    this.logger[isAlert ? 'error' : 'warn'](
      { err: error, orderId, attempts },
      'an order could not be submitted to the printer, it is tried again',
    );
    const retryDelayMs = isBusy ? BUSY_DELAY_MS : computeRetryDelay(attempts);
    const delayMs = isRejected ? REJECTION_DELAY_MS : retryDelayMs;
    await this.submissionClaims.postponeOrder(fulfilment, { delayMs, alert: isAlert ? { reason, message } : null });
  }
}
