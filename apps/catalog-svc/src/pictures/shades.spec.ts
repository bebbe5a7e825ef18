import { COLOURS } from './colours.js';
import { shadesOf } from './shades.js';

const sum = (hex: string): number =>
  [1, 3, 5].reduce((total, at) => total + Number.parseInt(hex.slice(at, at + 2), 16), 0);

describe('shades', () => {
  it.each(Object.values(COLOURS).map(({ name, hex }) => [name, hex]))(
    'of %s are lighter towards the light and darker away from it',
    (_, hex) => {
      const { base, light, dark, seam, shadow, glow } = shadesOf(hex);
      expect(base).toBe(hex);
      for (const tone of [light, dark, seam, shadow, glow]) expect(tone).toMatch(/^#[0-9a-f]{6}$/);
      expect(sum(light)).toBeGreaterThan(sum(base));
      expect(sum(dark)).toBeLessThan(sum(base));
      expect(sum(glow)).toBeGreaterThan(sum(shadow));
    },
  );

  it('tell dark cloth from light', () => {
    expect(shadesOf(COLOURS.black.hex).isDark).toBe(true);
    expect(shadesOf(COLOURS.white.hex).isDark).toBe(false);
  });
});
