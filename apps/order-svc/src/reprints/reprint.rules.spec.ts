import type { RefundSummary } from '@shop/contracts-order';
import {
  computeReprintReadiness,
  findReprintObstacle,
  findReprintProblem,
  listUnnamedRepeats,
} from './reprint.rules.js';

const MONEY: RefundSummary = {
  currency: 'usd',
  refunded: '0.00',
  pending: '0.00',
  chargedBack: '0.00',
  retained: '35.91',
  isDisputed: false,
};
const shipped = { status: 'shipped', anonymisedAt: null, isPaidInTest: false, doubts: [] } as const;

describe('findReprintObstacle', () => {
  it.each([
    ['a shipped order', shipped, {}, null],
    ['a delivered order with a partial refund', { ...shipped, status: 'delivered' }, { refunded: '5.00' }, null],
    ['an order that is not sent', { ...shipped, status: 'processing' }, {}, 'not-sent'],
    ['a cancelled order', { ...shipped, status: 'cancelled' }, {}, 'not-sent'],
    ['an erased order', { ...shipped, anonymisedAt: new Date() }, {}, 'anonymised'],
    ['an order that was paid with test keys', { ...shipped, isPaidInTest: true }, {}, 'paid-in-test'],
    ['a disputed payment', shipped, { isDisputed: true }, 'disputed'],
    [
      'a payment of which a bank warns',
      { ...shipped, doubts: ['payment-review', 'fraud-warning'] },
      {},
      'fraud-warned',
    ],
    ['a payment under review', { ...shipped, doubts: ['payment-review'] }, {}, 'under-review'],
    ['a refunded payment', shipped, { refunded: '35.91', retained: '0.00' }, 'money-gone'],
    ['a payment that is going back', shipped, { pending: '35.91', retained: '0.00' }, 'money-gone'],
    ['a payment that the bank took back', shipped, { chargedBack: '35.91', retained: '0.00' }, 'money-gone'],
  ] as const)('of %s', (_, order, money, expected) => {
    expect(findReprintObstacle(order, { ...MONEY, ...money })).toBe(expected);
  });
});

describe('listUnnamedRepeats', () => {
  const earlier = [
    { id: 'of-one', state: 'shipped', items: [{ orderItemId: 'one' }] },
    { id: 'of-both', state: 'waiting', items: [{ orderItemId: 'one' }, { orderItemId: 'two' }] },
    { id: 'cancelled', state: 'cancelled', items: [{ orderItemId: 'one' }] },
  ] as const;
  it.each([
    ['one', [], ['of-one', 'of-both']],
    ['one', ['of-one'], ['of-both']],
    ['two', ['of-both'], []],
    ['three', [], []],
  ])('of item %s, with %j seen', (orderItemId, seen, expected) => {
    expect(listUnnamedRepeats(earlier, [{ orderItemId, quantity: 1 }], seen).map(({ id }) => id)).toEqual(expected);
  });
});

describe('computeReprintReadiness', () => {
  const made = { title: 'Tee', hasFile: true, failure: null };
  const missing = { title: 'Mug', hasFile: false, failure: null };
  it.each([
    ['with all files', null, [made], 0, { is: 'ready' }],
    ['with a missing file', null, [made, missing], 60_000, { is: 'waiting', delayMs: 30_000, problem: null }],
    [
      'with a file that is missing for long',
      null,
      [missing],
      1_800_000,
      { is: 'waiting', problem: 'The print file of Mug has not been made yet.' },
    ],
    [
      'with a file that can’t be made',
      null,
      [missing, { ...missing, title: 'Cap', failure: 'not-drawn' }],
      0,
      { is: 'waiting', problem: 'There is no print file of Cap.' },
    ],
    ['for a disputed order', 'disputed', [made], 0, { is: 'waiting', delayMs: 3_600_000 }],
  ] as const)('%s', (_, obstacle, items, waitingMs, expected) => {
    expect(computeReprintReadiness(obstacle, items, waitingMs)).toMatchObject(expected);
  });
});

describe('findReprintProblem', () => {
  const open = { state: 'submitted', shippedAt: null, isReturned: false } as const;
  const left = { ...open, state: 'shipped', shippedAt: new Date() } as const;
  it.each([
    ['is printed', open, 'printing', null],
    ['failed', open, 'failed', /could not print/],
    ['was cancelled there', open, 'cancelled', /The printer has cancelled it/],
    ['was cancelled here and there', { ...open, state: 'cancelled' }, 'cancelled', null],
    ['was cancelled here only', { ...open, state: 'cancelled' }, 'printing', /although it was cancelled/],
    ['left', left, 'shipped', null],
    ['came back', { ...left, isReturned: true }, 'shipped', /came back/],
    ['came back and was settled', { ...left, state: 'cancelled', isReturned: true }, 'shipped', null],
  ] as const)('of one that %s', (_, reprint, printer, expected) => {
    const problem = findReprintProblem(reprint, printer);
    if (expected === null) expect(problem).toBeNull();
    else expect(problem).toMatch(expected);
  });
});
