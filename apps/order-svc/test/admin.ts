import { asAdmin, asGuest, asUser, type Answer } from '@shop/testing';
import type { AdminOrderDetail } from '@shop/contracts/order';
import type { Shop } from './shop.js';
import { paySilently } from './webhooks.js';

export const admin = asAdmin();

/** An admin's hands on a shop. */
export class BackOffice {
  constructor(private readonly shop: () => Shop) {}

  call(method: string, path: string, body?: unknown, as = admin): Promise<Answer> {
    return this.shop().service.call(method, path, { as, body });
  }

  move(id: string, status: string, tracking?: unknown): Promise<Answer> {
    return this.call('PATCH', `/api/admin/orders/${id}/status`, { status, tracking });
  }

  note(id: string, note: unknown): Promise<Answer> {
    return this.call('PATCH', `/api/admin/orders/${id}/note`, { note });
  }

  async detail(id: string): Promise<AdminOrderDetail> {
    const answer = await this.call('GET', `/api/admin/orders/${id}`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json<AdminOrderDetail>();
  }

  /** An order that was paid. */
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
