import fc from 'fast-check';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '@shop/contracts/order';
import { changeableUntil } from './hold.rules.js';
import { isWorthAnAlarm, pauseAfter, preparationOf, type PreparedOrder } from './fulfilment.rules.js';

const made = { title: 'Tee', hasFile: true, failure: null };
const missing = { title: 'Hoodie', hasFile: false, failure: null };
const failed = { title: 'Tag', hasFile: false, failure: 'not-drawn' };
const prepared = (change: Partial<PreparedOrder> = {}) =>
  preparationOf({ status: 'paid', paymentStatus: 'paid', isMoneyGone: false, items: [made], overdueMs: 0, ...change });

describe('an order that is due for the printer', () => {
  it('goes there where it is paid and every item has its print file', () => {
    expect(prepared({ items: [made, made] })).toEqual({ is: 'ready' });
    expect(prepared({ status: 'processing' })).toEqual({ is: 'ready' });
  });

  it('waits for its files, without a word at first', () => {
    expect(prepared({ items: [made, missing] })).toEqual({ is: 'waiting', pauseMs: 30_000, reason: null });
    expect(prepared({ items: [made, missing], overdueMs: 30 * 60_000 })).toMatchObject({
      reason: 'The print file of Hoodie has not been made yet.',
    });
  });

  it('says at once which file can’t be made', () => {
    expect(prepared({ items: [missing, failed] })).toMatchObject({
      is: 'waiting',
      reason: 'There is no print file of Tag.',
    });
  });

  it('never goes unpaid, given back, lost to a dispute, ended or without a file, whatever comes together', () => {
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
        expect(preparationOf(each).is === 'ready').toBe(isReady);
      }),
    );
  });
});

describe('the pauses between tries', () => {
  it('grow, and have an end', () => {
    expect([1, 2, 3, 4].map(pauseAfter)).toEqual([15_000, 30_000, 60_000, 120_000]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (attempts) => {
        expect(pauseAfter(attempts + 1)).toBeGreaterThanOrEqual(pauseAfter(attempts));
        expect(pauseAfter(attempts)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });

  it('are told to the admins from the fourth on', () => {
    expect([1, 2, 3, 4, 5].map(isWorthAnAlarm)).toEqual([false, false, false, true, true]);
  });
});

describe('the hold', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const later = new Date('2026-11-20T12:30:00Z');
  it.each(ORDER_STATUSES.map((status) => [status, status === 'paid' ? later : null] as const))(
    'of an order that is %s',
    (status, expected) => {
      expect(changeableUntil({ status, holdUntil: later }, now)).toEqual(expected);
    },
  );

  it('ends with the clock, and there is none of orders before it', () => {
    expect(changeableUntil({ status: 'paid', holdUntil: now }, now)).toBeNull();
    expect(changeableUntil({ status: 'paid', holdUntil: null }, now)).toBeNull();
  });
});
