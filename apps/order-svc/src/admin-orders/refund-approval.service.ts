import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { permissionMissing } from '@shop/contracts-common';
import { assertRecentSecondFactor, type Caller, CONFIG, listPermissions } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import type { Order } from '../orders/order.entity.js';
import { canAdminChangeStatus } from '../orders/order.rules.js';
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

  /**
   * A code that is sent to the order's email lets its reader cancel the order. So another address takes what a cancellation takes.
   * Throws 403 `PERMISSION_MISSING` or `SECOND_FACTOR_NOT_RECENT`.
   */
  assertMayCorrectEmail(caller: Caller, { status, totalCents }: Order): void {
    if (!canAdminChangeStatus(status, 'cancelled')) return;
    if (!listPermissions(caller).includes('refund')) throw permissionMissing('refund');
    this.assertMayRefund(caller, totalCents);
  }

  /** A cancellation refunds all that is left. Throws 403 `SECOND_FACTOR_NOT_RECENT`. */
  async assertMayCancel(caller: Caller, orderId: string): Promise<void> {
    this.assertMayRefund(caller, await this.refunds.getRemainingCents(this.dataSource.manager, orderId));
  }
}
