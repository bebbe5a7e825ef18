import { inGoodOrder } from './long-specs.ts';

const ordered = (...names: string[]): string[] => inGoodOrder(names.map((name) => ({ path: `/shop/test/${name}.int.spec.ts` }))).map(({ path }) => path.slice('/shop/test/'.length, -'.int.spec.ts'.length));

describe('the order of specs', () => {
  it('begins with the longest, and spreads those that wait among those that work', () => {
    expect(ordered('takeover', 'one', 'two', 'promises', 'money-proof', 'three', 'four')).toEqual(['money-proof', 'takeover', 'one', 'two', 'promises', 'three', 'four']);
  });

  it('loses none where more wait than work, or all do', () => {
    expect(ordered('one', 'takeover', 'promises', 'secrets')).toEqual(['takeover', 'promises', 'secrets', 'one']);
    expect(ordered('takeover', 'promises')).toEqual(['takeover', 'promises']);
    expect(ordered('one', 'two')).toEqual(['one', 'two']);
  });
});
