import { ORDER_STATUSES, type MoneyBack } from '@shop/contracts/order';
import { isWelcomed } from '../accounts/welcome.rules.js';
import { isWorthTelling } from './artwork-letters.rules.js';
import { letterOfMove } from './order-letters.rules.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const YESTERDAY = '2026-11-19T12:00:01.000Z';
const NO_MONEY: MoneyBack = {
  currency: 'usd',
  back: '0.00',
  onItsWay: '0.00',
  byBank: '0.00',
  kept: '0.00',
  isDisputed: false,
};
const BEFORE = '2026-11-19T11:59:59.000Z';

describe('what somebody is written to about', () => {
  it.each([
    ['a person who has just registered', 'user', YESTERDAY, true],
    ['an account told of again', 'user', BEFORE, false],
    ['the admin that a start makes', 'admin', now.toISOString(), false],
  ] as const)('welcomes %s: %j', (_, role, registeredAt, expected) => {
    expect(isWelcomed({ role, registeredAt }, now)).toBe(expected);
  });

  it.each([
    [false, YESTERDAY, true],
    [false, undefined, true],
    [false, BEFORE, false],
    [true, YESTERDAY, false],
  ])('tells of an artwork, watched %j and finished %j: %j', (watched, completedAt, expected) => {
    expect(isWorthTelling({ watched, completedAt }, now)).toBe(expected);
  });

  it('tells of each move of an order once it was paid (D27), and of the payment itself elsewhere', () => {
    expect(ORDER_STATUSES.map((to) => letterOfMove({ from: 'paid', to }))).toEqual([
      null,
      null,
      'order-printing',
      'order-shipped',
      'order-delivered',
      'order-cancelled',
    ]);
    expect(letterOfMove({ from: 'created', to: 'cancelled' })).toBeNull();
    expect(letterOfMove({ from: 'created', to: 'cancelled', wasWithBank: true })).toBe('order-cancelled');
    expect(letterOfMove({ from: 'created', to: 'cancelled', moneyBack: NO_MONEY })).toBeNull();
    expect(letterOfMove({ from: 'created', to: 'cancelled', moneyBack: { ...NO_MONEY, onItsWay: '1.00' } })).toBe(
      'order-cancelled',
    );
    expect(letterOfMove({ from: 'processing', to: 'cancelled' })).toBe('order-cancelled');
    expect(letterOfMove({ from: 'shipped', to: 'delivered', isAssumed: true })).toBeNull();
  });
});
