import { Injectable } from '@nestjs/common';
import type { RefundSummary } from '@shop/contracts/order';
import { RefundSummaryRepository } from '../orders/refund-summary.repository.js';
import { RefundsRepository, type Refund } from '../payments/refunds.repository.js';

/** The refunds of an order, for its customer. */
@Injectable()
export class CustomerRefundsService {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly refundSummaries: RefundSummaryRepository,
  ) {}

  async getRefunds(orderId: string): Promise<{ refunds: Refund[]; refundSummary: RefundSummary }> {
    const [refunds, refundSummary] = await Promise.all([
      this.refunds.listByOrder(orderId),
      this.refundSummaries.getByOrder(orderId),
    ]);
    return { refunds, refundSummary };
  }
}
