import { ORDER_STATUSES, type OrderPayment, type PaymentStatus } from '@shop/contracts-order';
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
      ['a full refund', {}, "The customer gets the whole $61.83 back. This can't be undone."],
      [
        'the rest after a partial refund',
        { refundable: '51.83' },
        "The customer gets the $51.83 that is left back. This can't be undone.",
      ],
      [
        'a refund in the currency of the payment',
        { refundable: '51.83', currency: 'eur' },
        "The customer gets the 51.83 EUR that is left back. This can't be undone.",
      ],
      [
        'a full refund after a won dispute',
        { disputes: [won] },
        "The customer gets the whole $61.83 back. This can't be undone.",
      ],
    ])('promises %s', (_, payment, warning) => {
      expect(getPrompt(payment)).toEqual({ warning, label: 'Cancel and Refund', permission: 'refund' });
    });

    it.each<[string, Partial<OrderPayment>, string]>([
      [
        'nothing is refundable',
        { refundable: '0.00' },
        "Nothing more goes back to the customer. This can't be undone.",
      ],
      [
        'nothing is refundable besides a dispute',
        { refundable: '0.00', disputes: [dispute] },
        "Nothing more goes back to the customer. This can't be undone.",
      ],
      [
        'a dispute is open',
        { disputes: [won, dispute] },
        "The payment is disputed, so the customer's bank decides what goes back. This can't be undone.",
      ],
    ])('promises no refund when %s', (_, payment, warning) => {
      expect(getPrompt(payment)).toMatchObject({ warning, label: 'Cancel Order' });
    });

    it('needs the permission to refund while something is refundable', () => {
      expect(getPrompt({ disputes: [dispute] }).permission).toBe('refund');
      expect(getPrompt({ refundable: '0.00', disputes: [dispute] }).permission).toBeUndefined();
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
