import fc from 'fast-check';
import { formatCents, MAX_CENTS, parseCents, percentOfCents } from './money.js';

const anyCents = fc.integer({ min: 0, max: MAX_CENTS });

describe('money', () => {
  it('survives a round trip through its decimal string', () => {
    fc.assert(fc.property(anyCents, (value) => expect(parseCents(formatCents(value))).toBe(value)));
  });

  it('keeps the sign of a price modifier', () => {
    expect(formatCents(-250)).toBe('-2.50');
    expect(parseCents('-2.50')).toBe(-250);
  });

  it.each(['', '1.234', 'abc', '1,00', '1e3', '123456789.00'])('refuses %j as an amount', (amount) => {
    expect(() => parseCents(amount)).toThrow(RangeError);
  });

  it('refuses fractions of a cent', () => {
    expect(() => formatCents(0.5)).toThrow(RangeError);
  });

  it('rounds a percentage half up to the cent', () => {
    expect(percentOfCents(1_869, 8)).toBe(150); // 149.52
    expect(percentOfCents(1_856, 8)).toBe(148); // 148.48
    expect(percentOfCents(50, 1)).toBe(1); // 0.5 → 1
  });
});
