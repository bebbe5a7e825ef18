import { Inject, Injectable } from '@nestjs/common';
import { HandleJob } from '@shop/jobs';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Printers } from '../fulfilment/fulfilments.repository.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import { computePostponement, submitToPrinter } from '../fulfilment/submission.rules.js';
import { type ClaimedReprint, ReprintClaimsService } from '../reprints/reprint-claims.service.js';
import { ReprintPrintingService } from '../reprints/reprint-printing.service.js';
import { submitReprint } from '../reprints/reprints.repository.js';
import { PaymentChecksService } from './payment-checks.service.js';

/**
 * Submits reprints to the printer, each exactly once, also after crashes, in the same steps as orders: the reprint is claimed under
 * its order's lock, the payment provider is asked about the order's payment, the printer is called outside of any transaction with the reprint's own
 * number, its answer is stored.
 */
@Injectable()
export class ReprintSubmissionService {
  constructor(
    private readonly claims: ReprintClaimsService,
    private readonly printProviders: PrintProviders,
    private readonly paymentChecks: PaymentChecksService,
    private readonly printing: ReprintPrintingService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(submitReprint)
  async submitReprint({ reprintId }: { reprintId: string }): Promise<void> {
    const claimed = await this.claims.claimReprint(reprintId, this.printers);
    const undoubted = claimed && (await this.withPaymentChecked(claimed));
    if (undoubted) await this.submit(undoubted);
  }

  private get printers(): Printers {
    const { current, reachable } = this.printProviders;
    return { current: current?.name ?? null, reachable };
  }

  /** Null if nothing is to be printed now. */
  private async withPaymentChecked(claimed: ClaimedReprint): Promise<ClaimedReprint | null> {
    const { order, reprint } = claimed;
    let isTakenBack = false;
    try {
      const reports = await this.paymentChecks.findReports(order);
      if (!reports) return claimed;
      isTakenBack = await this.claims.takeBackAttempt(reprint);
      if (!isTakenBack) return null;
      await this.paymentChecks.applyReports(reports);
    } catch (error) {
      this.logger.warn(
        { err: error, reprintId: reprint.id },
        'a reprint waits for the payment provider before it is printed',
      );
      if (isTakenBack) await this.claims.delayUnapplied(reprint);
      else await this.claims.postponeUnasked(reprint);
      return null;
    }
    return this.claims.claimReprint(reprint.id, this.printers);
  }

  private async submit({ reprint, printOrder }: ClaimedReprint): Promise<void> {
    const { id, provider: name, attempts } = reprint;
    try {
      const provider = this.printProviders.getProvider(name);
      if (!provider) throw new Error('A reprint that an admin prints cannot be submitted');
      await this.printing.applyUpdate(id, await submitToPrinter(provider, printOrder, attempts));
    } catch (error) {
      const postponement = computePostponement(error, attempts);
      this.logger[postponement.alert ? 'error' : 'warn'](
        { err: error, reprintId: id, attempts },
        'a reprint could not be submitted to the printer, it is tried again',
      );
      await this.claims.postponeReprint(reprint, postponement);
    }
  }
}
