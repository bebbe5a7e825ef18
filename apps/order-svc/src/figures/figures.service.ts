import { formatCents } from '@shop/contracts-common';
import type { Figures } from '@shop/contracts-order';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { PaymentProviderRegistry } from '../payments/payment-provider.registry.js';
import type { PaymentAccount } from '../payments/payment-provider.js';
import { ShopSettingsService } from '../shop-settings/shop-settings.service.js';
import { type DayRange, getRangeBefore, listDays, type Period, toSales } from './figures.rules.js';
import { type KeySum, SalesRepository } from './sales.repository.js';

/** Figures of a range of the shop's days, of payments in the present account and mode. */
@Injectable()
export class FiguresService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sales: SalesRepository,
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly shopSettings: ShopSettingsService,
  ) {}

  /** All sums of the answer are of the same moment. */
  async getFigures(range: DayRange): Promise<Figures> {
    const account = await this.paymentProviders.current.getKnownAccount();
    const timeZone = await this.shopSettings.getShopTimeZone();
    return this.dataSource.transaction('REPEATABLE READ', (manager) =>
      this.readFigures(manager, account, range, timeZone),
    );
  }

  private async readFigures(
    manager: EntityManager,
    account: PaymentAccount,
    range: DayRange,
    timeZone: string,
  ): Promise<Figures> {
    const before = getRangeBefore(range);
    const { today, ...period } = await this.sales.getPeriod(manager, range, timeZone);
    const sums = await this.sales.listByDay(manager, account, period, timeZone);
    const periodBefore = await this.sales.getPeriod(manager, before, timeZone);
    return {
      ...range,
      timeZone,
      today,
      days: listDays(range).map((day) => ({ day, ...toSales(sums.filter((sum) => sum.day === day)) })),
      total: toSales(sums),
      before: { ...before, total: toSales(await this.sales.sumByKind(manager, account, periodBefore)) },
      products: await this.readProducts(manager, account, period),
      styles: toTable(await this.sales.listByKey(manager, account, period, 'style'), toItems, (key) => ({
        styleKey: key || null,
      })),
      countries: toTable(await this.sales.listByKey(manager, account, period, 'country'), toOrders, (country) => ({
        country,
      })),
    };
  }

  private async readProducts(
    manager: EntityManager,
    account: PaymentAccount,
    period: Period,
  ): Promise<Figures['products']> {
    const sums = await this.sales.listByKey(manager, account, period, 'product');
    const titles = await this.sales.getTitles(
      manager,
      sums.flatMap(({ key }) => key ?? []),
    );
    return toTable(sums, toItems, (productId) => ({ productId, title: titles.get(productId) ?? null }));
  }
}

const toItems = ({ count, cents }: KeySum) => ({ items: count, amount: formatCents(cents) });
const toOrders = ({ count, cents }: KeySum) => ({ orders: count, amount: formatCents(cents) });

function toTable<Sum extends object, Key extends object>(
  sums: readonly KeySum[],
  toSum: (sum: KeySum) => Sum,
  toKey: (key: string) => Key,
): { rows: (Sum & Key)[]; rest: (Sum & { others: number }) | null } {
  const rest = sums.find(({ key }) => key === null);
  return {
    rows: sums.flatMap((sum) => (sum.key === null ? [] : [{ ...toSum(sum), ...toKey(sum.key) }])),
    rest: rest ? { ...toSum(rest), others: rest.rows } : null,
  };
}
