import { Injectable } from '@nestjs/common';
import type { MoneyBack } from '@shop/contracts/order';
import { MoneyBackRepository } from '../orders/money-back.repository.js';
import { RefundsRepository, type Refund } from '../payments/refunds.repository.js';

/** The refunds of an order, for its customer. */
@Injectable()
export class CustomerRefundsService {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly refundSummaries: MoneyBackRepository,
  ) {}

  async getRefunds(orderId: string): Promise<{ refunds: Refund[]; moneyBack: MoneyBack }> {
    const [refunds, moneyBack] = await Promise.all([this.refunds.list(orderId), this.refundSummaries.get(orderId)]);
    return { refunds, moneyBack };
  }
}
