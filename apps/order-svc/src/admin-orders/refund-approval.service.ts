import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { assertRecentSecondFactor, type Caller, CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { RefundsRepository } from '../payments/refunds.repository.js';

/** Demands a recent code of the second factor for large refunds, of admins who have one. */
@Injectable()
export class RefundApprovalService {
  private readonly freeCents: number;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly refunds: RefundsRepository,
    @Inject(CONFIG) config: Config,
  ) {
    this.freeCents = config.SECOND_FACTOR_REFUND_CENTS;
  }

  /** Throws 403 `SECOND_FACTOR_NOT_RECENT`. */
  assertMayRefund(caller: Caller, amountCents: number): void {
    if (amountCents > this.freeCents) assertRecentSecondFactor(caller);
  }

  /** A cancellation refunds all that is left. Throws 403 `SECOND_FACTOR_NOT_RECENT`. */
  async assertMayCancel(caller: Caller, orderId: string): Promise<void> {
    this.assertMayRefund(caller, await this.refunds.getRemainingCents(this.dataSource.manager, orderId));
  }
}
