import fc from 'fast-check';
import { parseOnBlur, parseWhileTyping } from './placement-slider.js';

const percent = (value: number): string => `${value}%`;

describe('parseWhileTyping', () => {
  it('returns the value as soon as it is within the bounds', () => {
    expect(['1', '15', '150', '1500'].map((text) => parseWhileTyping('scale', text))).toEqual([null, null, 150, null]);
  });

  it.each(['', '-', 'abc', '.', 'NaN', 'Infinity', '1e999'])('returns null for "%s"', (text) => {
    expect(parseWhileTyping('x', text)).toBeNull();
  });

  it.each([
    ['47.5', 47.5],
    ['47,5', 47.5],
    [' 47.5 % ', 47.5],
    ['47.26', 47.3],
  ])('accepts common notations: "%s"', (text, value) => {
    expect(parseWhileTyping('x', text)).toBe(value);
  });
});

describe('parseOnBlur', () => {
  it.each([
    ['250', 200, '200% is the most.'],
    ['5', 20, '20% is the least.'],
    ['-30', 20, '20% is the least.'],
    ['85', 85, null],
    ['', 100, 'That is no number, so it stays at 100%.'],
    ['big', 100, 'That is no number, so it stays at 100%.'],
  ])('reads "%s" as %d, with the notice %p', (text, value, notice) => {
    expect(parseOnBlur('scale', text, 100, percent)).toEqual({ value, notice });
  });

  it('gives a notice whenever it changes the value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), (typed) => {
        const { value, notice } = parseOnBlur('rotation', String(typed), 0, percent);
        expect(notice === null).toBe(value === typed);
        expect(value >= 0 && value <= 360).toBe(true);
      }),
    );
  });
});
