import { PAYMENT_STATUSES, type PaymentStatus } from '@shop/contracts/order';
import {
  isPayable,
  isPaymentAwaited,
  isWithBank,
  isPaymentStatusReachable,
  canPaymentStatusChange,
} from './payment-status.rules.js';

const ALLOWED = new Set(['pending→paid', 'pending→failed', 'failed→pending', 'paid→refunded']);
const pairs = PAYMENT_STATUSES.flatMap((from) =>
  PAYMENT_STATUSES.map((to): [PaymentStatus, PaymentStatus] => [from, to]),
);

describe('payment status', () => {
  it.each(pairs)('%s → %s is allowed only where D27 says so', (from, to) => {
    expect(canPaymentStatusChange(from, to)).toBe(ALLOWED.has(`${from}→${to}`));
  });

  it.each(pairs)('%s leads to %s where moves do', (from, to) => {
    const isSettled = from === 'paid' || from === 'refunded';
    const isForward = from === to || (from === 'paid' && to === 'refunded');
    expect(isPaymentStatusReachable(from, to)).toBe(isSettled ? isForward : true);
  });

  it.each([
    ['pending', true],
    ['failed', true],
    ['paid', false],
    ['refunded', false],
  ] as const)('while %s, paying is possible: %s', (status, possible) => {
    expect(isPayable(status)).toBe(possible);
  });
});

describe('a payment that a bank works on', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

  it.each([
    ['created', 'pending', since(60), true],
    ['created', 'pending', since(59), false],
    ['created', 'pending', null, false],
    ['created', 'failed', since(60), false],
    ['paid', 'paid', since(60), false],
    ['cancelled', 'pending', since(60), false],
  ] as const)('%s, %s, awaited since %s: %s', (status, paymentStatus, paymentAwaitedSince, expected) => {
    expect(isWithBank({ status, paymentStatus, paymentAwaitedSince }, now)).toBe(expected);
  });
});

describe('a payment that is awaited', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

  it.each([
    ['is on its way for days', 'created', 'pending', before(400_000), before(400_000), true],
    ['was begun a moment ago', 'created', 'pending', null, before(599), true],
    ['was begun, and left', 'created', 'pending', null, before(600), false],
    ['was never begun', 'created', 'pending', null, null, false],
    ['was declined a moment ago', 'created', 'failed', null, before(1), false],
    ['is there', 'paid', 'paid', null, before(1), false],
    ['is not wanted any more', 'cancelled', 'pending', null, before(1), false],
  ] as const)('or not, where it %s', (_, status, paymentStatus, paymentAwaitedSince, paymentBegunAt, expected) => {
    expect(
      isPaymentAwaited({ status, paymentStatus, paymentAwaitedSince, paymentBegunAt, paymentRestedAt: null }, now),
    ).toBe(expected);
  });

  it.each([
    ['came to nothing a moment ago', before(5), before(5), false],
    ['came to nothing, and was begun anew', before(60), before(5), true],
    ['came to nothing, was begun anew, and left', before(4_000), before(600), false],
  ] as const)('or not, where it %s', (_, paymentRestedAt, paymentBegunAt, expected) => {
    expect(
      isPaymentAwaited(
        { status: 'created', paymentStatus: 'pending', paymentAwaitedSince: null, paymentBegunAt, paymentRestedAt },
        now,
      ),
    ).toBe(expected);
  });
});
