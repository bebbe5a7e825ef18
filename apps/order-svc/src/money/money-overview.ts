import { Injectable } from '@nestjs/common';
import type { AdminMoney } from '@shop/contracts/order';
import { toMoneyDifference } from './difference.rules.js';
import { DifferencesRepository } from './differences.repository.js';
import { MoneyFigures } from './money-figures.js';

@Injectable()
export class MoneyOverview {
  constructor(
    private readonly figures: MoneyFigures,
    private readonly differences: DifferencesRepository,
  ) {}

  async read(): Promise<AdminMoney> {
    const [figures, { newest, count }] = await Promise.all([this.figures.read(), this.differences.list()]);
    return { ...figures, differences: newest.map(toMoneyDifference), differencesCount: count };
  }
}
