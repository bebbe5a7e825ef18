import { inGoodOrder } from './long-specs.ts';

const ordered = (...names: string[]): string[] =>
  inGoodOrder(names.map((name) => ({ path: `/shop/test/${name}.int.spec.ts` }))).map(({ path }) =>
    path.slice('/shop/test/'.length, -'.int.spec.ts'.length),
  );

describe('the order of specs', () => {
  it('begins with the longest, spreads those that wait among those that work, and ends with work', () => {
    expect(ordered('takeover', 'one', 'two', 'promises', 'money-proof', 'three', 'four')).toEqual([
      'money-proof',
      'one',
      'takeover',
      'two',
      'three',
      'promises',
      'four',
    ]);
  });

  it('begins with the groups that take minutes: the tools’ specs, which start programs, and those that draw in full size', () => {
    const paths = [
      'unit/art-svc-1',
      'unit/art-svc-limited-1',
      'web/shell-web-1',
      'tools/tools-1',
      'tools/tools-limited-1',
    ].map((group) => ({ path: `/shop/together/${group}.spec.ts` }));
    expect(inGoodOrder(paths)).toEqual([paths[3], paths[4], paths[1], paths[0], paths[2]]);
  });

  it('loses none where more wait than work, or all do', () => {
    expect(ordered('one', 'takeover', 'promises', 'secrets')).toEqual(['one', 'takeover', 'promises', 'secrets']);
    expect(ordered('takeover', 'promises')).toEqual(['takeover', 'promises']);
    expect(ordered('one', 'two')).toEqual(['one', 'two']);
  });
});
