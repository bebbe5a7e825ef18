import { asAdmin, asGuest, asUser, type TestResponse } from '@shop/testing';
import type { AdminMoney, AdminOrderDetail, CheckoutShipping } from '@shop/contracts-order';
import type { TestShop } from './test-shop.js';

export const admin = asAdmin();

/** Calls the shop's API as an admin. */
export class AdminActions {
  constructor(private readonly shop: () => TestShop) {}

  call(method: string, path: string, body?: unknown, as = admin): Promise<TestResponse> {
    return this.shop().service.call(method, path, { as, body });
  }

  changeStatus(id: string, status: string, tracking?: unknown): Promise<TestResponse> {
    return this.call('PATCH', `/api/admin/orders/${id}/status`, { status, tracking });
  }

  changeNote(id: string, note: unknown): Promise<TestResponse> {
    return this.call('PATCH', `/api/admin/orders/${id}/note`, { note });
  }

  /** Leaves a question that no longer holds the order. */
  async askAndClose(id: string, question: string): Promise<void> {
    const asked = (await this.call('POST', `/api/admin/orders/${id}/questions`, { question })).json<AdminOrderDetail>();
    await this.call('POST', `/api/admin/orders/${id}/questions/${asked.questions?.[0]?.id}/close`);
  }

  requestRefund(
    id: string,
    amount: string,
    { reason = 'A stain on the sleeve', key }: { reason?: string; key?: string } = {},
  ): Promise<TestResponse> {
    return this.shop().service.call('POST', `/api/admin/orders/${id}/refunds`, {
      as: admin,
      body: { amount, reason },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  }

  async getMoney(): Promise<AdminMoney> {
    const answer = await this.call('GET', '/api/admin/money');
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json<AdminMoney>();
  }

  resolveDiscrepancy(differenceId: string): Promise<TestResponse> {
    return this.call('POST', `/api/admin/money/discrepancies/${differenceId}/resolve`);
  }

  async getOrder(id: string): Promise<AdminOrderDetail> {
    const answer = await this.call('GET', `/api/admin/orders/${id}`);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json<AdminOrderDetail>();
  }

  /** An order that was just paid. */
  async createPaidOrder(who = asUser(), address: Partial<CheckoutShipping> = {}) {
    const checkout = await this.shop().checkOut(who, address);
    await this.shop().stripe.pay(checkout.intentId);
    const { order } = await this.shop().getPlacedOrder(who, checkout.intentId);
    return { ...checkout, id: order.id, who };
  }

  async createUnpaidOrder(who = asGuest()) {
    const checkout = await this.shop().checkOut(who);
    return { ...checkout, id: (await this.shop().getOrderRow(checkout.intentId)).id as string, who };
  }
}
