import { parseCents } from '@shop/contracts-common';
import type { AdminMoney, MoneyDiscrepancy, MoneyDiscrepancyKind } from '@shop/contracts-order';
import { admin, AdminActions } from './admin-actions.js';
import type { TestShop } from './test-shop.js';

export const ALREADY_RESOLVED = [409, 'This has been resolved in the meantime. Please look again.'];

/** Reads and resolves discrepancies like the admin's Money card. */
export class MoneyPage {
  readonly office: AdminActions;

  constructor(private readonly shop: () => TestShop) {
    this.office = new AdminActions(shop);
  }

  /** The discrepancies of one order; null: those without an order. */
  async listByOrder(id: string | null): Promise<MoneyDiscrepancy[]> {
    return (await this.office.getMoney()).discrepancies.filter(({ orderId }) => orderId === id);
  }

  async getOnly(kind: MoneyDiscrepancyKind, id: string | null): Promise<MoneyDiscrepancy> {
    const discrepancies = await this.listByOrder(id);
    expect(discrepancies.map(({ kind: found }) => found)).toEqual([kind]);
    return discrepancies[0] as MoneyDiscrepancy;
  }

  async resolve(id: string): Promise<[number, string]> {
    const { status, text } = await this.office.resolveDiscrepancy(id);
    return [status, text];
  }

  /** The change of the figures since then, in cents. */
  async changesSince(before: AdminMoney): Promise<Record<'received' | 'refunded' | 'refundsPending', number>> {
    const after = await this.office.getMoney();
    const change = (figure: 'received' | 'refunded' | 'refundsPending') =>
      parseCents(after[figure]) - parseCents(before[figure]);
    return { received: change('received'), refunded: change('refunded'), refundsPending: change('refundsPending') };
  }

  async listActions(subjectId: string): Promise<unknown[]> {
    const rows = await this.shop().query(
      'SELECT action FROM audit_entries WHERE subject_id = $1 AND actor = $2 ORDER BY at',
      [subjectId, admin.email],
    );
    return rows.map(({ action }) => action);
  }
}
