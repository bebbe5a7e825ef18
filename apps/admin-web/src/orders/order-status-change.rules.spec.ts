import { ORDER_STATUSES, type OrderPayment, type PaymentStatus } from '@shop/contracts/order';
import { getCancellationPrompt, getStatusChangeLabel } from './order-status-change.rules.js';

describe('order status changes', () => {
  it('have a label each', () => {
    expect(new Set(ORDER_STATUSES.map(getStatusChangeLabel)).size).toBe(ORDER_STATUSES.length);
    expect((['processing', 'shipped', 'delivered', 'cancelled'] as const).map(getStatusChangeLabel)).toEqual([
      'Start Processing',
      'Mark Shipped',
      'Mark Delivered',
      'Cancel Order',
    ]);
  });

  describe('getCancellationPrompt', () => {
    const dispute = {
      id: 'dp_1',
      amount: '61.83',
      reason: 'fraudulent',
      status: 'needs_response',
      respondBy: null,
      openedAt: '2026-11-18T10:00:00.000Z',
      closedAt: null,
    };
    const won = { ...dispute, status: 'won', closedAt: '2026-11-20T10:00:00.000Z' };
    const getPrompt = (payment: Partial<OrderPayment>, paymentStatus: PaymentStatus = 'paid') =>
      getCancellationPrompt({
        paymentStatus,
        total: '61.83',
        payment: { refundable: '61.83', currency: 'usd', disputes: [], ...payment },
      });

    it.each<[string, Partial<OrderPayment>, string]>([
      ['the whole', {}, "The customer gets the whole $61.83 back. This can't be undone."],
      [
        'what is left after a part went back',
        { refundable: '51.83' },
        "The customer gets the $51.83 that is left back. This can't be undone.",
      ],
      [
        'the money in the currency in which it came',
        { refundable: '51.83', currency: 'eur' },
        "The customer gets the 51.83 EUR that is left back. This can't be undone.",
      ],
      [
        'the whole after a dispute that was won',
        { disputes: [won] },
        "The customer gets the whole $61.83 back. This can't be undone.",
      ],
    ])('warn that the customer gets back %s', (_, payment, warning) => {
      expect(getPrompt(payment)).toEqual({ warning, label: 'Cancel and Refund' });
    });

    it.each<[string, Partial<OrderPayment>, string]>([
      [
        'nothing is left to go back',
        { refundable: '0.00' },
        "Nothing more goes back to the customer. This can't be undone.",
      ],
      [
        'nothing is left beside a dispute',
        { refundable: '0.00', disputes: [dispute] },
        "Nothing more goes back to the customer. This can't be undone.",
      ],
      [
        'a bank decides about the money',
        { disputes: [won, dispute] },
        "The payment is disputed, so the customer's bank decides what goes back. This can't be undone.",
      ],
    ])('promise no refund where %s', (_, payment, warning) => {
      expect(getPrompt(payment)).toEqual({ warning, label: 'Cancel Order' });
    });

    it('does not mention money for an order that is not paid', () => {
      for (const status of ['pending', 'failed', 'refunded'] as const)
        expect(getPrompt({ refundable: '0.00' }, status)).toEqual({
          warning: "It can't be taken up again.",
          label: 'Cancel Order',
        });
    });
  });
});
