import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sheet = readFileSync(join(import.meta.dirname, 'colours.css'), 'utf8');
const [light = '', dark = ''] = sheet.split('.dark {');
const parseTokens = (block: string): Record<string, string> =>
  Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']): [string, string] => [
      name,
      value,
    ]),
  );

/** Relative luminance and contrast as defined in WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a: string, b: string): number {
  const [dim = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dim + 0.05);
}

const GROUNDS = ['background', 'card', 'muted'];
const TEXT_PAIRS: [string, string][] = [
  ...['foreground', 'muted-foreground', 'primary-text', 'destructive-text'].flatMap((ink) =>
    GROUNDS.map((ground): [string, string] => [ink, ground]),
  ),
  ...['primary', 'destructive', 'secondary'].flatMap((role): [string, string][] => [
    [`${role}-foreground`, role],
    [`${role}-foreground`, `${role}-strong`],
  ]),
  ['accent-foreground', 'accent'],
  ['success-foreground', 'success'],
  ['success', 'card'],
  ['deep-foreground', 'deep'],
  ['deep-muted', 'deep'],
  ...['peach', 'butter', 'mint', 'lilac'].map((tint): [string, string] => ['tint-foreground', tint]),
];
const EDGE_PAIRS: [string, string][] = ['input', 'border-strong', 'ring', 'primary'].flatMap((edge) =>
  ['background', 'card'].map((ground): [string, string] => [edge, ground]),
);

describe.each([
  ['light', parseTokens(light)],
  ['dark', parseTokens(dark)],
])('the %s theme', (_name, tokens) => {
  const ratio = ([ink, ground]: [string, string]): number => contrast(tokens[ink] ?? '', tokens[ground] ?? '');

  it.each(TEXT_PAIRS)('shows %s on %s at 4.5:1 or more', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('shows the edge %s on %s at 3:1 or more', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3);
  });
});
