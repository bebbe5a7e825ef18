import { parseCents } from '@shop/contracts/common';
import type { AdminMoney, MoneyDifference, MoneyDifferenceKind } from '@shop/contracts/order';
import { admin, BackOffice } from './back-office.js';
import type { TestShop } from './test-shop.js';

export const ALREADY_RESOLVED = [409, 'This has been mended meanwhile. Please look again.'];

/** An admin's eyes on the money of a shop. */
export class MoneyPage {
  readonly office: BackOffice;

  constructor(private readonly shop: () => TestShop) {
    this.office = new BackOffice(shop);
  }

  /** What does not agree about one order; null: about none. */
  async differencesOf(id: string | null): Promise<MoneyDifference[]> {
    return (await this.office.money()).differences.filter(({ orderId }) => orderId === id);
  }

  async theOnly(kind: MoneyDifferenceKind, id: string | null): Promise<MoneyDifference> {
    const differences = await this.differencesOf(id);
    expect(differences.map((difference) => difference.kind)).toEqual([kind]);
    return differences[0] as MoneyDifference;
  }

  async resolve(id: string): Promise<[number, string]> {
    const { status, text } = await this.office.resolve(id);
    return [status, text];
  }

  /** What became of the figures since, in cents. */
  async since(before: AdminMoney): Promise<Record<'taken' | 'givenBack' | 'owedBack', number>> {
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
