import fc from 'fast-check';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/contracts-order';
import { findChangeWindowEnd } from '../orders/order.rules.js';
import {
  shouldAlertAdmins,
  computeRetryDelay,
  computeReadiness,
  isPrintFileMissing,
  type PrintCandidate,
} from './fulfilment.rules.js';

const made = { title: 'Tee', hasFile: true, failure: null };
const missing = { title: 'Hoodie', hasFile: false, failure: null };
const failed = { title: 'Tag', hasFile: false, failure: 'not-drawn' };
const prepared = (change: Partial<PrintCandidate> = {}) =>
  computeReadiness({
    status: 'paid',
    paymentStatus: 'paid',
    isMoneyGone: false,
    items: [made],
    overdueMs: 0,
    ...change,
  });

describe('computeReadiness', () => {
  it('is ready if the order is paid and every item has its print file', () => {
    expect(prepared({ items: [made, made] })).toEqual({ is: 'ready' });
    expect(prepared({ status: 'processing' })).toEqual({ is: 'ready' });
  });

  it('waits for print files, without a reason at first', () => {
    expect(prepared({ items: [made, missing] })).toEqual({ is: 'waiting', delayMs: 30_000, reason: null });
    expect(prepared({ items: [made, missing], overdueMs: 30 * 60_000 })).toMatchObject({
      reason: 'The print file of Hoodie has not been made yet.',
    });
  });

  it('names the file that cannot be made at once', () => {
    expect(prepared({ items: [missing, failed] })).toMatchObject({
      is: 'waiting',
      reason: 'There is no print file of Tag.',
    });
  });

  it('is never ready if the order is unpaid, refunded, lost to a dispute, finished or without a file', () => {
    const item = fc.record({
      title: fc.constant('Tee'),
      hasFile: fc.boolean(),
      failure: fc.constantFrom(null, 'not-drawn'),
    });
    const order = fc.record({
      status: fc.constantFrom(...ORDER_STATUSES),
      paymentStatus: fc.constantFrom(...PAYMENT_STATUSES),
      isMoneyGone: fc.boolean(),
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      overdueMs: fc.nat(),
    });
    fc.assert(
      fc.property(order, (each) => {
        const isReady =
          (each.status === 'paid' || each.status === 'processing') &&
          each.paymentStatus === 'paid' &&
          !each.isMoneyGone &&
          each.items.every(({ hasFile }) => hasFile);
        expect(computeReadiness(each).is === 'ready').toBe(isReady);
      }),
    );
  });
});

describe('computeRetryDelay and shouldAlertAdmins', () => {
  it('grow up to a maximum', () => {
    expect([1, 2, 3, 4].map(computeRetryDelay)).toEqual([15_000, 30_000, 60_000, 120_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (attempts) => {
        expect(computeRetryDelay(attempts + 1)).toBeGreaterThanOrEqual(computeRetryDelay(attempts));
        expect(computeRetryDelay(attempts)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  it('alert the admins from the fourth attempt', () => {
    expect([1, 2, 3, 4, 5].map(shouldAlertAdmins)).toEqual([false, false, false, true, true]);
  });
});

describe('the end of the change window', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const later = new Date('2026-11-20T12:30:00Z');
  it.each(ORDER_STATUSES.map((status) => [status, status === 'paid' ? later : null] as const))(
    'is in the future only for a paid order: %s',
    (status, expected) => {
      expect(findChangeWindowEnd({ status, changeWindowEndsAt: later }, now)).toEqual(expected);
    },
  );

  it('is null once the time has passed, and for orders without a change window', () => {
    expect(findChangeWindowEnd({ status: 'paid', changeWindowEndsAt: now }, now)).toBeNull();
    expect(findChangeWindowEnd({ status: 'paid', changeWindowEndsAt: null }, now)).toBeNull();
  });
});

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW - minutes * 60_000);
const order = { status: 'paid', paymentStatus: 'paid', paidAt: ago(61) } as const;
const item = { printFile: null, printFileFailure: null, printRequestedAt: null };

describe('isPrintFileMissing', () => {
  it.each([
    ['has waited for more than an hour', order, item, true],
    ['was paid for a moment ago', { ...order, paidAt: ago(59) }, item, false],
    ['was asked for again a moment ago', order, { ...item, printRequestedAt: ago(1) }, false],
    ['was asked for again long ago', order, { ...item, printRequestedAt: ago(60) }, true],
    ['can’t be made, however new', { ...order, paidAt: ago(0) }, { ...item, printFileFailure: 'not-drawn' }, true],
    ['has its file', order, { ...item, printFile: {} }, false],
    ['has its file, and a failure of before', order, { ...item, printFile: {}, printFileFailure: 'not-drawn' }, false],
    ['is printed by hand', { ...order, status: 'processing' as const }, item, true],
    ['was shipped', { ...order, status: 'shipped' as const }, item, false],
    ['was cancelled', { ...order, status: 'cancelled' as const }, item, false],
    ['was given back', { ...order, paymentStatus: 'refunded' as const }, item, false],
    ['was never paid', { status: 'created' as const, paymentStatus: 'pending' as const, paidAt: null }, item, false],
  ])('decides about an item that %s: %#', (_, itsOrder, itsItem, isMissing) =>
    expect(isPrintFileMissing(itsOrder, itsItem, NOW)).toBe(isMissing),
  );
});
