import { figuresQuerySchema } from '@shop/contracts-order';
import fc from 'fast-check';
import { getRangeBefore, listDays, splitPeriod, toSales } from './figures.rules.js';

const day = (time: string): Date => new Date(`${time}Z`);
const parse = (from: string, to: string) => figuresQuerySchema.safeParse({ from, to });

it.each([
  ['2026-11-30', '2026-11-30', undefined],
  ['2028-01-01', '2028-12-31', undefined],
  ['2026-01-01', '2027-01-02', 'Please choose at most 366 days'],
  ['2026-11-30', '2026-11-29', 'The last day is before the first'],
  ['2026-02-29', '2026-03-01', 'Please send a day, such as 2026-11-20'],
  ['1999-12-31', '2000-01-01', 'Please send a day from 2000 to 2100'],
])('a range from %s to %s: %s', (from, to, message) => {
  expect(parse(from, to).error?.issues[0]?.message).toBe(message);
});

it.each([
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['2026-03-01', '2026-03-31', '2026-01-29', '2026-02-28'],
  ['2028-03-01', '2028-03-07', '2028-02-23', '2028-02-29'],
])('before %s to %s were %s to %s', (from, to, beforeFrom, beforeTo) => {
  const before = getRangeBefore({ from, to });
  expect(before).toEqual({ from: beforeFrom, to: beforeTo });
  expect(listDays(before)).toHaveLength(listDays({ from, to }).length);
});

it('a period is read by whole days of UTC and the quarter hours around them', () => {
  expect(splitPeriod({ from: day('2026-03-01T05:00'), to: day('2026-03-04T04:15') })).toEqual([
    { grain: 'quarter-hour', from: day('2026-03-01T05:00'), to: day('2026-03-02T00:00') },
    { grain: 'day', from: day('2026-03-02T00:00'), to: day('2026-03-04T00:00') },
    { grain: 'quarter-hour', from: day('2026-03-04T00:00'), to: day('2026-03-04T04:15') },
  ]);
  expect(splitPeriod({ from: day('2026-03-01T00:00'), to: day('2026-03-02T00:00') })).toEqual([
    { grain: 'day', from: day('2026-03-01T00:00'), to: day('2026-03-02T00:00') },
  ]);
});

it('the parts of a period follow each other without a gap, in any time zone', () => {
  const quarters = fc.integer({ min: 0, max: 5_000 });
  fc.assert(
    fc.property(quarters, fc.integer({ min: 1, max: 3_000 }), (start, length) => {
      const from = new Date(start * 900_000);
      const to = new Date((start + length) * 900_000);
      const parts = splitPeriod({ from, to });
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to]);
      expect(parts.slice(1).map((part) => part.from)).toEqual(parts.slice(0, -1).map((part) => part.to));
      expect(parts.every((part) => part.from < part.to)).toBe(true);
    }),
  );
});

it('revenue is received less refunds and lost disputes; without orders there is no average', () => {
  expect(
    toSales([
      { kind: 'order', count: 2, cents: 4999 },
      { kind: 'order', count: 1, cents: 1 },
      { kind: 'received', count: 2, cents: 4000 },
      { kind: 'refund', count: 1, cents: 4500 },
      { kind: 'lost-dispute', count: 1, cents: 500 },
      { kind: 'decline', count: 3, cents: 0 },
    ]),
  ).toEqual({
    orders: 3,
    ordersTotal: '50.00',
    averageOrder: '16.67',
    received: '40.00',
    refunded: '45.00',
    lostToDisputes: '5.00',
    revenue: '-10.00',
    declinedPayments: 3,
  });
  expect(toSales([])).toMatchObject({ orders: 0, averageOrder: null, revenue: '0.00' });
});
