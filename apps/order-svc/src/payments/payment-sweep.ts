import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CheckProvider } from './check-provider.js';
import { LostWords } from './lost-words.js';
import { OpenPayments } from './open-payments.js';
import { RefundPayment } from './refund-payment.js';

/** Any number of its own in this database: one instance sweeps at a time. */
const SWEEP_LOCK = 7_241_301;

/** What no webhook told is learned here (D26): open orders are asked about, abandoned ones cancelled, owed refunds tried again, lost words heard. */
@Injectable()
export class PaymentSweep {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly open: OpenPayments,
    private readonly refunds: RefundPayment,
    private readonly lost: LostWords,
    private readonly provider: CheckProvider,
  ) {}

  /** The lock is the session's, not a transaction's: the provider is asked meanwhile. */
  async run(): Promise<void> {
    const lock = this.dataSource.createQueryRunner();
    await lock.connect();
    try {
      const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [SWEEP_LOCK])) as {
        taken: boolean;
      }[];
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
    await this.open.askAboutAll();
    await this.open.cancelAbandoned();
    await this.refunds.settleDue();
    await this.lost.hear();
    await this.provider.whereRefused();
  }
}
