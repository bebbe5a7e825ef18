import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { CancelUnpaidOrder } from './cancel-unpaid-order.js';
import { HearPayment } from './hear-payment.js';
import { PaymentsRepository, type IntentAt } from './payments.repository.js';

/** Stripe takes 25 reads a second in its test mode, 100 else, and answers one in some 200 ms: this many are 20 a second. */
const QUESTIONS_AT_ONCE = 4;

/** D23 */
const ABANDONED_AFTER_HOURS = 24;

/** Orders that nobody has paid yet, as far as the shop has heard. */
@Injectable()
export class OpenPayments {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly hear: HearPayment,
    private readonly cancel: CancelUnpaidOrder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** However many there are: a payment whose webhook was lost is known within one interval. */
  async askAboutAll(): Promise<void> {
    const begun = await this.payments.now();
    let intents: IntentAt[];
    do {
      intents = await this.payments.takeOpenIntents(begun);
      const left = intents.values();
      await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, () => this.askAbout(left)));
    } while (intents.length > 0);
  }

  async cancelAbandoned(): Promise<void> {
    for (const orderId of await this.payments.takeAbandoned(ABANDONED_AFTER_HOURS)) {
      await this.each({ orderId }, async () => {
        const cancellation = await this.cancel.execute(orderId, null);
        this.logger.info({ orderId, cancellation }, 'an order was left unpaid for a day');
      });
    }
  }

  private async askAbout(intents: Iterable<IntentAt>): Promise<void> {
    for (const intent of intents) await this.each({ ...intent }, () => this.hear.ask(intent));
  }

  /** One order that fails does not keep the others from being swept. */
  private async each(about: Record<string, string>, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.error({ err: error, ...about }, 'an open order could not be swept');
    }
  }
}
