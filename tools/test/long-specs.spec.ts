import { inGoodOrder } from './long-specs.ts';

const ordered = (...names: string[]): string[] => inGoodOrder(names.map((name) => ({ path: `/shop/test/${name}.int.spec.ts` }))).map(({ path }) => path.slice('/shop/test/'.length, -'.int.spec.ts'.length));

describe('the order of specs', () => {
  it('begins with the longest, spreads those that wait among those that work, and ends with work', () => {
    expect(ordered('takeover', 'one', 'two', 'promises', 'money-proof', 'three', 'four')).toEqual(['money-proof', 'takeover', 'one', 'promises', 'two', 'three', 'four']);
  });

  it('spreads the groups of the tools’ specs too, which wait for the programs that they start', () => {
    const paths = ['/shop/together/unit/art-svc-1.spec.ts', '/shop/together/web/shell-web-1.spec.ts', '/shop/together/tools/tools-1.spec.ts', '/shop/together/tools/tools-2.spec.ts'];
    expect(inGoodOrder(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([paths[2], paths[3], paths[0], paths[1]]);
  });

  it('loses none where more wait than work, or all do', () => {
    expect(ordered('one', 'takeover', 'promises', 'secrets')).toEqual(['takeover', 'promises', 'secrets', 'one']);
    expect(ordered('takeover', 'promises')).toEqual(['takeover', 'promises']);
    expect(ordered('one', 'two')).toEqual(['one', 'two']);
  });
});
