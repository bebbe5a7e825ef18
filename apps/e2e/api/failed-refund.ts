import { SAMPLE } from '@shop/contracts/api';
import type { Person } from './person.ts';
import { until } from './until.ts';

/** Its bank sends a refund back after a moment. */
export const CARD_WHOSE_REFUNDS_FAIL = { cardNumber: '4000 0000 0000 5126', expiry: '12/34', cvc: '123' };

interface Money {
  differences: { id: string; kind: string; orderId: string | null }[];
}

/** Gives a dollar of the paid order back, in vain; the shop shows it as a difference. */
export async function failRefund(admin: Person, made: Map<string, string>): Promise<void> {
  const orderId = made.get(SAMPLE.order);
  await admin.must('POST', `/api/admin/orders/${orderId}/refunds`, { body: { amount: '1.00', reason: 'A stain' } });
  const id = await until('the refund to fail', async () => {
    const { differences } = await admin.must<Money>('GET', '/api/admin/money');
    return differences.find((difference) => difference.kind === 'refund-failed' && difference.orderId === orderId)?.id;
  });
  made.set(SAMPLE.difference, id);
}
