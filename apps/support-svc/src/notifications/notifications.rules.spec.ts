import { ORDER_STATUSES, type RefundSummary } from '@shop/contracts-order';
import { shouldEmailArtwork, findStatusTemplate } from './notifications.rules.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const YESTERDAY = '2026-11-19T12:00:01.000Z';
const NO_MONEY: RefundSummary = {
  currency: 'usd',
  refunded: '0.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '0.00',
  isDisputed: false,
};
const OVER_A_DAY_AGO = '2026-11-19T11:59:59.000Z';

describe('the rules for sending emails', () => {
  it.each([
    [false, YESTERDAY, true],
    [false, undefined, true],
    [false, OVER_A_DAY_AGO, false],
    [true, YESTERDAY, false],
  ])('announces an artwork with watched %j and finished %j: %j', (watched, completedAt, expected) => {
    expect(shouldEmailArtwork({ watched, completedAt }, now)).toBe(expected);
  });

  it('announces each status change of a paid order except the payment, and only relevant cancellations', () => {
    expect(ORDER_STATUSES.map((to) => findStatusTemplate({ from: 'paid', to }))).toEqual([
      null,
      null,
      'order-printing',
      'order-shipped',
      'order-delivered',
      'order-cancelled',
    ]);
    expect(findStatusTemplate({ from: 'created', to: 'cancelled' })).toBeNull();
    expect(findStatusTemplate({ from: 'created', to: 'cancelled', wasAwaitingBank: true })).toBe('order-cancelled');
    expect(findStatusTemplate({ from: 'created', to: 'cancelled', refundSummary: NO_MONEY })).toBeNull();
    expect(
      findStatusTemplate({ from: 'created', to: 'cancelled', refundSummary: { ...NO_MONEY, pending: '1.00' } }),
    ).toBe('order-cancelled');
    expect(findStatusTemplate({ from: 'processing', to: 'cancelled' })).toBe('order-cancelled');
    expect(findStatusTemplate({ from: 'shipped', to: 'delivered', isAssumed: true })).toBeNull();
  });
});
