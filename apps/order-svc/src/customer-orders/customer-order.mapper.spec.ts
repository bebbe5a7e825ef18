import { Order } from '../orders/order.entity.js';
import { FAILURE_DISPUTED, FAILURE_EXCEEDS_REMAINDER } from '../payments/payment-provider.js';
import type { Refund } from '../payments/refunds.repository.js';
import { toCustomerOrder } from './customer-order.mapper.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const MONEY = {
  currency: 'usd',
  refunded: '30.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '5.91',
  isDisputed: false,
};
const aRefund = (given: Partial<Refund>): Refund => ({
  id: null,
  amountCents: 1_000,
  reason: 'A stain',
  requestedAt: NOW,
  refundedAt: null,
  failure: null,
  pendingReason: null,
  ...given,
});

function toRefunds(...refunds: Refund[]) {
  const order = Object.assign(new Order(), {
    id: 'o',
    createdAt: NOW,
    updatedAt: NOW,
    subtotalCents: 2_400,
    shippingCents: 999,
    taxCents: 192,
    totalCents: 3_591,
  });
  return toCustomerOrder(order, {
    items: [],
    refunds,
    refundSummary: MONEY,
    timeline: [],
    prints: [],
    question: undefined,
    isPaymentUnderReview: false,
  }).refunds.map(({ amount, state }) => [amount, state]);
}

describe('toCustomerOrder', () => {
  it('lists each refund with its state', () => {
    expect(
      toRefunds(
        aRefund({}),
        aRefund({ amountCents: 500, refundedAt: NOW }),
        aRefund({ amountCents: 91, failure: FAILURE_DISPUTED }),
      ),
    ).toEqual([
      ['10.00', 'on-its-way'],
      ['5.00', 'back'],
      ['0.91', 'failed'],
    ]);
  });

  it('hides a failed refund if the money was refunded in another way', () => {
    expect(
      toRefunds(aRefund({ failure: FAILURE_EXCEEDS_REMAINDER }), aRefund({ amountCents: 3_000, refundedAt: NOW })),
    ).toEqual([['30.00', 'back']]);
  });
});
