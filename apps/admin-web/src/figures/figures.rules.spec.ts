import { describeChange, formatAmount, toCents } from './change.rules.js';
import { checkRange, formatRange, toShopDay, toRange } from './range.rules.js';

const orders = { name: 'orders', isMoney: false };
const revenue = { name: 'revenue', isMoney: true };

it.each([
  [12, 10, orders, '2 more than in the days before (+20 %)'],
  [8, 10, orders, '2 fewer than in the days before (−20 %)'],
  [0, 10, orders, '10 fewer than in the days before (−100 %)'],
  [10, 10, orders, 'The same as in the days before'],
  [10, 0, orders, 'No orders in the days before'],
  [0, 0, orders, 'No orders in the days before'],
  [1000, 1001, orders, '1 fewer than in the days before (less than 1 %)'],
  [12_050, 10_000, revenue, '$20.50 more than in the days before (+21 %)'],
  [-500, 1000, revenue, '$15.00 less than in the days before (−150 %)'],
  [500, -1000, revenue, '$15.00 more than in the days before'],
  [3591, null, { name: 'orders', isMoney: true }, 'No orders in the days before'],
  [null, 3591, { name: 'orders', isMoney: true }, 'No orders now'],
] as const)('%s after %s: %#', (now, before, unit, text) => {
  expect(describeChange(now, before, unit)).toBe(text);
});

it('reads sums with many digits, and writes a minus before the dollars', () => {
  expect(toCents('123456789012.34')).toBe(12_345_678_901_234);
  expect(toCents('-0.05')).toBe(-5);
  const sums = ['-12.50', '12.50', '999.99', '14281.92', '-1234567.00', '2500'];
  expect(sums.map(formatAmount)).toEqual(['−$12.50', '$12.50', '$999.99', '$14,281.92', '−$1,234,567.00', '$2,500']);
});

it.each([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['7-days', '2026-03-03', '2026-02-25', '2026-03-03'],
  ['30-days', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['this-month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
] as const)('%s on %s is %s to %s', (preset, today, from, to) => {
  expect(toRange(preset, today)).toEqual({ from, to });
});

it('knows the day of the shop, and takes UTC for a zone that the browser does not know', () => {
  const now = new Date('2026-12-31T23:30:00Z');
  expect(['UTC', 'Europe/Berlin', 'Mars/Base'].map((zone) => toShopDay(now, zone))).toEqual([
    '2026-12-31',
    '2027-01-01',
    '2026-12-31',
  ]);
});

it('says why days are no range', () => {
  expect(checkRange({ from: '2026-03-01' })).toEqual({ error: 'Please enter the first and the last day.' });
  expect(checkRange({ from: '2026-03-02', to: '2026-03-01' })).toEqual({ error: 'The last day is before the first.' });
  expect(checkRange({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(formatRange({ from: '2026-03-01', to: '2026-03-01' })).toBe('Mar 1, 2026');
});
