import { ORDER_STATUSES, PAYMENT_STATUSES, type OrderStatus, type PaymentStatus } from '@shop/contracts-order';
import {
  CROCKFORD,
  canAdminChangeStatus,
  canChangeStatus,
  canPaymentStatusChange,
  createOrderNumber,
  isAwaitingBank,
  isPayable,
  isPaymentInProgress,
  isPaymentStatusReachable,
} from './order.rules.js';

describe('order status', () => {
  const ALLOWED = new Set([
    'created→paid',
    'created→cancelled',
    'paid→processing',
    'paid→cancelled',
    'processing→shipped',
    'processing→cancelled',
    'shipped→delivered',
  ]);
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to): [OrderStatus, OrderStatus] => [from, to]));

  it.each(pairs)('allows %s → %s only for the documented changes', (from, to) => {
    expect(canChangeStatus(from, to)).toBe(ALLOWED.has(`${from}→${to}`));
  });

  it.each(pairs)('allows an admin %s → %s for the same changes except paid', (from, to) => {
    expect(canAdminChangeStatus(from, to)).toBe(to !== 'paid' && ALLOWED.has(`${from}→${to}`));
  });
});

describe('payment status', () => {
  const ALLOWED = new Set(['pending→paid', 'pending→failed', 'failed→pending', 'paid→refunded']);
  const pairs = PAYMENT_STATUSES.flatMap((from) =>
    PAYMENT_STATUSES.map((to): [PaymentStatus, PaymentStatus] => [from, to]),
  );

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

describe('order number', () => {
  it('has the prefix PA- and ten characters of Crockford base 32', () => {
    for (let count = 0; count < 500; count += 1) expect(createOrderNumber()).toMatch(/^PA-[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('uses each of the 32 characters for the same number of byte values', () => {
    const seen = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const character = createOrderNumber(() => Buffer.alloc(10, byte)).at(-1) ?? '';
      seen.set(character, (seen.get(character) ?? 0) + 1);
    }
    expect([...seen.keys()].sort().join('')).toBe([...CROCKFORD].sort().join(''));
    expect(new Set(seen.values())).toEqual(new Set([8]));
  });
});
