import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

interface FallbackFont {
  family: string;
  percent: (name: string) => number;
}

const fallbackFonts: FallbackFont[] = read('fonts.css')
  .split('@font-face')
  .slice(1)
  .map((face) => ({
    family: /font-family: '(.+)'/.exec(face)?.[1] ?? '',
    percent: (name) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]),
  }));

/** Ascent and descent of the typefaces in percent of an em. */
const HEIGHTS: Record<string, { ascent: number; descent: number }> = {
  Figtree: { ascent: 95, descent: 25 },
  Bricolage: { ascent: 93, descent: 27 },
};

it.each(fallbackFonts)('$family has the line height of its typeface', ({ family, percent }) => {
  const { ascent, descent } = HEIGHTS[family.split(' ')[0] ?? '']!;
  const scale = percent('size-adjust') / 100;
  expect(Math.abs(percent('ascent-override') * scale - ascent)).toBeLessThan(0.1);
  expect(Math.abs(percent('descent-override') * scale - descent)).toBeLessThan(0.1);
  expect(percent('line-gap-override')).toBe(0);
});
