import { createOrderNumber, CROCKFORD } from './order-number.rules.js';

describe('order number', () => {
  it('has the prefix PA- and ten characters of Crockford base 32', () => {
    for (let count = 0; count < 500; count += 1) expect(createOrderNumber()).toMatch(/^PA-[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('uses each of the 32 characters for the same number of byte values', () => {
    const seen = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const character = createOrderNumber(() => Buffer.alloc(10, byte)).at(-1) ?? '';
      seen.set(character, (seen.get(character) ?? 0) + 1);
    }
    expect([...seen.keys()].sort().join('')).toBe([...CROCKFORD].sort().join(''));
    expect(new Set(seen.values())).toEqual(new Set([8]));
  });
});
