import { asAdmin, asGuest, asUser, type Answer } from '@shop/testing';
import type { AdminMoney, AdminOrderDetail } from '@shop/contracts/order';
import type { TestShop } from './test-shop.js';
import { paySilently } from './webhooks.js';

export const admin = asAdmin();

/** Calls the shop's API as an admin. */
export class BackOffice {
  constructor(private readonly shop: () => TestShop) {}

  call(method: string, path: string, body?: unknown, as = admin): Promise<Answer> {
    return this.shop().service.call(method, path, { as, body });
  }

  move(id: string, status: string, tracking?: unknown): Promise<Answer> {
    return this.call('PATCH', `/api/admin/orders/${id}/status`, { status, tracking });
  }

  changeNote(id: string, note: unknown): Promise<Answer> {
    return this.call('PATCH', `/api/admin/orders/${id}/note`, { note });
  }

  refund(
    id: string,
    amount: string,
    { reason = 'A stain on the sleeve', key }: { reason?: string; key?: string } = {},
  ): Promise<Answer> {
    return this.shop().service.call('POST', `/api/admin/orders/${id}/refunds`, {
      as: admin,
      body: { amount, reason },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  }

  async money(): Promise<AdminMoney> {
    const answer = await this.call('GET', '/api/admin/money');
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json<AdminMoney>();
  }

  resolve(differenceId: string): Promise<Answer> {
    return this.call('POST', `/api/admin/money/differences/${differenceId}/mend`);
  }

  async detail(id: string): Promise<AdminOrderDetail> {
    const answer = await this.call('GET', `/api/admin/orders/${id}`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json<AdminOrderDetail>();
  }

  /** An order that was just paid. */
  async paidOrder(who = asUser()) {
    const checkout = await this.shop().checkOut(who);
    await paySilently(this.shop(), checkout.intentId);
    const { order } = await this.shop().placed(who, checkout.intentId);
    return { ...checkout, id: order.id, who };
  }

  async unpaidOrder(who = asGuest()) {
    const checkout = await this.shop().checkOut(who);
    return { ...checkout, id: (await this.shop().orderRow(checkout.intentId)).id as string, who };
  }
}
