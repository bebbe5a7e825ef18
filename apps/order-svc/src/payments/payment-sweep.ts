import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CancelUnpaidOrder } from './cancel-unpaid-order.js';
import { HearPayment } from './hear-payment.js';
import { PaymentsRepository, type IntentAt } from './payments.repository.js';
import { RefundPayment } from './refund-payment.js';

/** Any number of its own in this database: one instance sweeps at a time. */
const SWEEP_LOCK = 7_241_301;

/** Stripe takes 25 reads a second in its test mode, 100 else, and answers one in some 200 ms: this many are 20 a second. */
const QUESTIONS_AT_ONCE = 4;

/** D23 */
const ABANDONED_AFTER_HOURS = 24;

/** What no webhook told is learned here (D26): abandoned orders are cancelled, open ones asked about, owed refunds tried again. */
@Injectable()
export class PaymentSweep {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payments: PaymentsRepository,
    private readonly hear: HearPayment,
    private readonly cancel: CancelUnpaidOrder,
    private readonly refunds: RefundPayment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The lock is the session's, not a transaction's: the provider is asked meanwhile. */
  async run(): Promise<void> {
    const lock = this.dataSource.createQueryRunner();
    await lock.connect();
    try {
      const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [SWEEP_LOCK])) as { taken: boolean }[];
      if (!row?.taken) return;
      try {
        await this.sweep();
      } finally {
        await lock.query('SELECT pg_advisory_unlock($1)', [SWEEP_LOCK]);
      }
    } finally {
      await lock.release();
    }
  }

  private async sweep(): Promise<void> {
    // Asked first: what is on its way by now is not abandoned.
    await this.askAboutAll();
    for (const orderId of await this.payments.takeAbandoned(ABANDONED_AFTER_HOURS)) {
      await this.each({ orderId }, async () => {
        const cancellation = await this.cancel.execute(orderId, null);
        this.logger.info({ orderId, cancellation }, 'an order was left unpaid for a day');
      });
    }
    await this.refunds.settleDue();
  }

  /** However many there are: a payment whose webhook was lost is known within one interval. */
  private async askAboutAll(): Promise<void> {
    const begun = await this.payments.now();
    let intents: IntentAt[];
    do {
      intents = await this.payments.takeOpenIntents(begun);
      const left = intents.values();
      await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, () => this.askAbout(left)));
    } while (intents.length > 0);
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
