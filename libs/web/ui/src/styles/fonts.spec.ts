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

/** Percent of an em above and below the line, of the typefaces themselves. */
const HEIGHTS: Record<string, { ascent: number; descent: number }> = {
  Figtree: { ascent: 95, descent: 25 },
  Bricolage: { ascent: 93, descent: 27 },
};

it.each(fallbackFonts)('a line in $family is as high as in what it stands in for', ({ family, percent }) => {
  const { ascent, descent } = HEIGHTS[family.split(' ')[0] ?? '']!;
  const scale = percent('size-adjust') / 100;
  expect(Math.abs(percent('ascent-override') * scale - ascent)).toBeLessThan(0.1);
  expect(Math.abs(percent('descent-override') * scale - descent)).toBeLessThan(0.1);
  expect(percent('line-gap-override')).toBe(0);
});

it('every stand-in is asked for where its typeface is', () => {
  const families = new Set(fallbackFonts.map(({ family }) => family));
  expect(families.size).toBe(4);
  for (const family of families) expect(read('theme.css')).toContain(`'${family}'`);
});
