import fc from 'fast-check';
import { LINE_MAX, splitAddress } from './address-lines.rules.js';

describe('splitAddress', () => {
  it.each([
    ['12 Elm Street', { address1: '12 Elm Street', address2: null }],
    [
      'Wilhelm-von-Humboldt-Straße 124, Hinterhaus',
      { address1: 'Wilhelm-von-Humboldt-Straße 124,', address2: 'Hinterhaus' },
    ],
    [`${'a'.repeat(35)} ${'b'.repeat(35)}`, { address1: 'a'.repeat(35), address2: 'b'.repeat(35) }],
    ['🐶'.repeat(35), { address1: '🐶'.repeat(35), address2: null }],
    ['a'.repeat(36), null],
    [`12 ${'a'.repeat(36)}`, null],
    [`${'a'.repeat(20)} ${'b'.repeat(20)} ${'c'.repeat(20)}`, null],
    [' ', null],
  ])('splits %j into %j', (address, lines) => {
    expect(splitAddress(address)).toEqual(lines);
  });

  it('keeps every word in its sequence, on lines that fit, and refuses only what fits on no two lines', () => {
    const word = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => !/\s/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom(' ', '\n', '  '), (words, space) => {
        const lines = splitAddress(words.join(space));
        const fits = (part: string[]) => [...part.join(' ')].length <= LINE_MAX;
        const isPossible = words.some((_, index) => fits(words.slice(0, index + 1)) && fits(words.slice(index + 1)));
        expect(lines !== null).toBe(isPossible);
        if (!lines) return;
        const all = [lines.address1, ...(lines.address2 === null ? [] : [lines.address2])];
        expect(all.join(' ').split(' ')).toEqual(words);
        for (const line of all) expect([...line].length).toBeLessThanOrEqual(LINE_MAX);
      }),
    );
  });
});
