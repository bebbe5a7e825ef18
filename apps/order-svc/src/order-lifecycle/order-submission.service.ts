import { Inject, Injectable } from '@nestjs/common';
import { Cron, HandleJob } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { computePostponement, submitToPrinter } from '../fulfilment/submission.rules.js';
import {
  SubmissionClaimsService,
  type AfterTakeBack,
  type ClaimedOrder,
} from '../fulfilment/submission-claims.service.js';
import { submitOrder, type Fulfilment, type Printers } from '../fulfilment/fulfilments.repository.js';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import { OrderLifecycleService } from './order-lifecycle.service.js';
import { PaymentChecksService } from './payment-checks.service.js';
import { PrinterEventsService } from './printer-events.service.js';
import { PrintOutOfStockError } from '../fulfilment/print-provider.js';
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
  @Inject(OrderLifecycleService) private readonly orderLifecycle!: OrderLifecycleService;

  constructor(
    private readonly submissionClaims: SubmissionClaimsService,
    private readonly printProviders: PrintProviders,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly paymentChecks: PaymentChecksService,
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

  /** With a refund, a dispute or a review, the order is claimed again after it was applied; null if nothing is to be printed now. */
  private async withPaymentChecked(claimed: ClaimedOrder): Promise<ClaimedOrder | null> {
    const { payment, fulfilment } = claimed;
    const { orderId } = fulfilment;
    let isTakenBack = false;
    try {
      const reports = await this.paymentChecks.findReports(payment);
      if (!reports) return claimed;
      // An attempt in progress would protect the order from the cancellation.
      isTakenBack = await this.submissionClaims.takeBackAttempt(fulfilment, this.cancelIfRefundedMeanwhile);
      if (!isTakenBack) return null;
      await this.paymentChecks.applyReports(reports);
    } catch (error) {
      this.logger.warn({ err: error, orderId }, 'an order waits for the payment provider before it is printed');
      if (isTakenBack) await this.submissionClaims.delayUnapplied(fulfilment);
      else await this.submissionClaims.postponeUnasked(fulfilment, this.cancelIfRefundedMeanwhile);
      return null;
    }
    return this.claimOrder(orderId);
  }

  /** A refund that came during the attempt left the order to it. */
  private readonly cancelIfRefundedMeanwhile: AfterTakeBack = (manager, order) =>
    this.orderLifecycle.cancelIfFullyRefunded(manager, order, 'refund');

  @Cron('* * * * *', { name: 'orders.enqueue-submissions' })
  async enqueueWithoutJob(): Promise<void> {
    await this.staleFulfilments.enqueueWithoutJob(this.getPrinters());
  }

  private getPrinters(): Printers {
    const { current, reachable } = this.printProviders;
    return { current: current?.name ?? null, reachable };
  }

  private async submit({ order, fulfilment }: ClaimedOrder): Promise<void> {
    try {
      const provider = this.printProviders.getProvider(fulfilment.provider);
      if (!provider) throw new Error('An order that an admin prints cannot be submitted');
      const printerOrder = await submitToPrinter(provider, order, fulfilment.attempts);
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
    const postponement = computePostponement(error, attempts);
    this.logger[postponement.alert ? 'error' : 'warn'](
      { err: error, orderId, attempts },
      'an order could not be submitted to the printer, it is tried again',
    );
    await this.submissionClaims.postponeOrder(fulfilment, postponement);
  }
}
