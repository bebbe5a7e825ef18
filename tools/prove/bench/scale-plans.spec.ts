import { findFullReads } from './scale-plans.ts';

const ROWS = new Map([
  ['orders', 20_000],
  ['orders_newest', 20_000],
  ['products', 9_000],
]);
const scan = (table: string) => ({ 'Node Type': 'Seq Scan', 'Relation Name': table });
const index = { 'Node Type': 'Index Only Scan', 'Index Name': 'orders_newest' };

describe('findFullReads', () => {
  it('finds a scan of a large table anywhere in the plan', () => {
    const plan = {
      'Node Type': 'Limit',
      Plans: [{ 'Node Type': 'Nested Loop', Plans: [scan('products'), scan('orders')] }],
    };
    expect(findFullReads(plan, ROWS)).toEqual(['reads all of orders']);
  });

  it('finds an index that is read from end to end', () => {
    expect(findFullReads({ 'Node Type': 'Aggregate', Plans: [index] }, ROWS)).toEqual(['reads all of orders_newest']);
    expect(findFullReads({ ...index, 'Index Cond': '(id = 1)' }, ROWS)).toEqual([]);
  });

  it('accepts an index under a LIMIT, unless all its rows are sorted or counted first', () => {
    expect(findFullReads({ 'Node Type': 'Limit', Plans: [index] }, ROWS)).toEqual([]);
    const sorted = { 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [index] }] };
    expect(findFullReads(sorted, ROWS)).toEqual(['reads all of orders_newest']);
  });
});
