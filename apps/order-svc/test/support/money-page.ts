import { parseCents } from '@shop/contracts/common';
import type { AdminMoney, MoneyDifference, MoneyDifferenceKind } from '@shop/contracts/order';
import { admin, BackOffice } from './back-office.js';
import type { TestShop } from './test-shop.js';

export const ALREADY_RESOLVED = [409, 'This has been resolved in the meantime. Please look again.'];

/** Reads and resolves discrepancies like the admin's Money card. */
export class MoneyPage {
  readonly office: BackOffice;

  constructor(private readonly shop: () => TestShop) {
    this.office = new BackOffice(shop);
  }

  /** The discrepancies of one order; null: those without an order. */
  async differencesOf(id: string | null): Promise<MoneyDifference[]> {
    return (await this.office.money()).differences.filter(({ orderId }) => orderId === id);
  }

  async theOnly(kind: MoneyDifferenceKind, id: string | null): Promise<MoneyDifference> {
    const discrepancies = await this.differencesOf(id);
    expect(discrepancies.map(({ kind: found }) => found)).toEqual([kind]);
    return discrepancies[0] as MoneyDifference;
  }

  async resolve(id: string): Promise<[number, string]> {
    const { status, text } = await this.office.resolve(id);
    return [status, text];
  }

  /** The change of the figures since then, in cents. */
  async changesSince(before: AdminMoney): Promise<Record<'taken' | 'givenBack' | 'owedBack', number>> {
    const after = await this.office.money();
    const change = (figure: 'taken' | 'givenBack' | 'owedBack') =>
      parseCents(after[figure]) - parseCents(before[figure]);
    return { taken: change('taken'), givenBack: change('givenBack'), owedBack: change('owedBack') };
  }

  async actionsOf(subjectId: string): Promise<unknown[]> {
    const rows = await this.shop().rows(
      'SELECT action FROM audit_entries WHERE subject_id = $1 AND actor = $2 ORDER BY at',
      [subjectId, admin.email],
    );
    return rows.map(({ action }) => action);
  }
}
