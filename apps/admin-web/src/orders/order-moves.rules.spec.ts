import { ORDER_STATUSES } from '@shop/contracts/order';
import { cancellationOf, moveLabel } from './order-moves.rules.js';

describe('the moves of an order', () => {
  it('each have a label of their own', () => {
    expect(new Set(ORDER_STATUSES.map(moveLabel)).size).toBe(ORDER_STATUSES.length);
  });

  it('warn of the refund before a paid order is cancelled (D42), and only then', () => {
    expect(cancellationOf({ paymentStatus: 'paid', total: '61.83' })).toEqual({ warning: "The customer gets the whole $61.83 back. This can't be undone.", label: 'Cancel and Refund' });
    for (const paymentStatus of ['pending', 'failed', 'refunded'] as const) expect(cancellationOf({ paymentStatus, total: '61.83' }).label).toBe('Cancel Order');
  });
});
