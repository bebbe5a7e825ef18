import { Injectable } from '@nestjs/common';
import type { AdminMoney } from '@shop/contracts/order';
import { toMoneyDiscrepancy } from './discrepancy.rules.js';
import { DiscrepanciesRepository } from './discrepancies.repository.js';
import { MoneyFiguresService } from './money-figures.service.js';

@Injectable()
export class MoneyOverviewService {
  constructor(
    private readonly figures: MoneyFiguresService,
    private readonly discrepancies: DiscrepanciesRepository,
  ) {}

  async getOverview(): Promise<AdminMoney> {
    const [figures, { newest, count }] = await Promise.all([
      this.figures.getFigures(),
      this.discrepancies.listNewest(),
    ]);
    return { ...figures, discrepancies: newest.map(toMoneyDiscrepancy), discrepanciesCount: count };
  }
}
