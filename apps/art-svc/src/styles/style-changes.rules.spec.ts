import fc from 'fast-check';
import { assertOneActive, findChanges, placeStyle } from './style-changes.rules.js';

const STYLES = ['a', 'b', 'c', 'd'].map((key) => ({ key }));

it.each([
  ['a', { after: 'd' }, 'bcda'],
  ['d', { before: 'a' }, 'dabc'],
  ['b', { after: 'c' }, 'acbd'],
  ['b', { before: 'a' }, 'bacd'],
  ['b', { before: 'c' }, 'abcd'],
  ['b', { after: 'b' }, 'abcd'],
])('%s placed %j gives %s', (key, place, expected) => {
  expect(placeStyle(STYLES, key, place)?.join('')).toBe(expected);
});

it('any moves keep each style once, and the moved one is beside its neighbor', () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, keys, fc.constantFrom('before' as const, 'after' as const))), (moves) => {
      let styles: readonly { key: string }[] = STYLES;
      for (const [key, neighbor, side] of moves) {
        const placed = placeStyle(styles, key, { [side]: neighbor })!;
        expect(placed.toSorted()).toEqual(['a', 'b', 'c', 'd']);
        if (key !== neighbor) expect(placed.indexOf(key) - placed.indexOf(neighbor)).toBe(side === 'before' ? -1 : 1);
        styles = placed.map((each) => ({ key: each }));
      }
    }),
  );
});

it('there is no place beside a style that is gone', () => {
  expect(placeStyle(STYLES, 'a', { after: 'x' })).toBeNull();
});

it('one style stays on offer', () => {
  assertOneActive([{ active: false }, { active: true }]);
  expect(() => assertOneActive([{ active: false }, { active: false }])).toThrow('At least one style must be offered');
});

it('names the fields that differ', () => {
  expect(findChanges({ name: 'A', active: true }, { name: 'B', active: true })).toEqual({
    before: { name: 'A' },
    after: { name: 'B' },
  });
  expect(findChanges({ name: 'A' }, { name: 'A' })).toBeNull();
});
