import { PAYMENT_STATUSES, type PaymentStatus } from '@shop/contracts/order';
import {
  isPayable,
  isPaymentInProgress,
  isAwaitingBank,
  isPaymentStatusReachable,
  canPaymentStatusChange,
} from './payment-status.rules.js';

const ALLOWED = new Set(['pending→paid', 'pending→failed', 'failed→pending', 'paid→refunded']);
const pairs = PAYMENT_STATUSES.flatMap((from) =>
  PAYMENT_STATUSES.map((to): [PaymentStatus, PaymentStatus] => [from, to]),
);

describe('payment status', () => {
  it.each(pairs)('allows %s → %s only for the documented changes', (from, to) => {
    expect(canPaymentStatusChange(from, to)).toBe(ALLOWED.has(`${from}→${to}`));
  });

  it.each(pairs)('%s → %s is reachable if a sequence of changes exists', (from, to) => {
    const isSettled = from === 'paid' || from === 'refunded';
    const isForward = from === to || (from === 'paid' && to === 'refunded');
    expect(isPaymentStatusReachable(from, to)).toBe(isSettled ? isForward : true);
  });

  it.each([
    ['pending', true],
    ['failed', true],
    ['paid', false],
    ['refunded', false],
  ] as const)('a %s payment can be paid: %s', (status, possible) => {
    expect(isPayable(status)).toBe(possible);
  });
});

describe('isAwaitingBank', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

  it.each([
    ['created', 'pending', since(60), true],
    ['created', 'pending', since(59), false],
    ['created', 'pending', null, false],
    ['created', 'failed', since(60), false],
    ['paid', 'paid', since(60), false],
    ['cancelled', 'pending', since(60), false],
  ] as const)('order %s, payment %s, in progress since %s: %s', (status, paymentStatus, awaitedSince, expected) => {
    expect(isAwaitingBank({ status, paymentStatus, intent: { awaitedSince } }, now)).toBe(expected);
  });
});

describe('isPaymentInProgress', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

  it.each([
    ['takes days', 'created', 'pending', before(400_000), before(400_000), true],
    ['was started a moment ago', 'created', 'pending', null, before(599), true],
    ['was started and abandoned', 'created', 'pending', null, before(600), false],
    ['was never started', 'created', 'pending', null, null, false],
    ['was declined a moment ago', 'created', 'failed', null, before(1), false],
    ['is paid', 'paid', 'paid', null, before(1), false],
    ['belongs to a cancelled order', 'cancelled', 'pending', null, before(1), false],
  ] as const)('is decided for a payment that %s', (_, status, paymentStatus, awaitedSince, startedAt, expected) => {
    expect(
      isPaymentInProgress({ status, paymentStatus, intent: { awaitedSince, startedAt, awaitEndedAt: null } }, now),
    ).toBe(expected);
  });

  it.each([
    ['ended a moment ago', before(5), before(5), false],
    ['ended and was started again', before(60), before(5), true],
    ['ended, was started again and abandoned', before(4_000), before(600), false],
  ] as const)('is decided for a payment that %s', (_, awaitEndedAt, startedAt, expected) => {
    expect(
      isPaymentInProgress(
        {
          status: 'created',
          paymentStatus: 'pending',
          intent: { awaitedSince: null, startedAt, awaitEndedAt },
        },
        now,
      ),
    ).toBe(expected);
  });
});
