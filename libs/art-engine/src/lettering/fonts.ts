import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** All under the SIL Open Font License 1.1, which is part of each package. */
const FACES = {
  orbitron: ['orbitron/files/orbitron-latin-700-normal'],
  archivo: [
    'archivo-black/files/archivo-black-latin-400-normal',
    'archivo-black/files/archivo-black-latin-ext-400-normal',
  ],
  josefin: [
    'josefin-sans/files/josefin-sans-latin-600-normal',
    'josefin-sans/files/josefin-sans-latin-ext-600-normal',
    'josefin-sans/files/josefin-sans-vietnamese-600-normal',
  ],
  bebas: ['bebas-neue/files/bebas-neue-latin-400-normal', 'bebas-neue/files/bebas-neue-latin-ext-400-normal'],
} as const;

export type Face = keyof typeof FACES;

/**
 * Fallback fonts for scripts that a face lacks: Latin, Cyrillic, Hebrew and Arabic, then Greek, Vietnamese, Devanagari,
 * Thai, Georgian and Tamil. Chinese, Japanese and Korean have fonts of their own.
 */
const FALLBACK_FONTS = [
  ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'hebrew', 'arabic'].map(
    (script) => `rubik/files/rubik-${script}-700-normal`,
  ),
  ...['greek', 'greek-ext', 'vietnamese', 'devanagari'].map(
    (script) => `noto-sans/files/noto-sans-${script}-700-normal`,
  ),
  ...['thai', 'georgian', 'tamil'].map(
    (script) => `noto-sans-${script}/files/noto-sans-${script}-${script}-700-normal`,
  ),
];

const fontByPath = new Map<string, Font>();

const resolveFaceFile = (path: string): string => require.resolve(`@fontsource/${path}.woff`);

function load(path: string): Font {
  const font = fontByPath.get(path) ?? (create(readFileSync(resolveFaceFile(path))) as Font);
  fontByPath.set(path, font);
  return font;
}

/**
 * The first font, starting with the face's own, that has every letter of the text; null if none has. `moreFonts` come
 * last.
 */
export function fontFor(text: string, face: Face, moreFonts: readonly Font[]): Font | null {
  const wanted = [...text].map((character) => character.codePointAt(0)!);
  const hasAll = (font: Font): boolean => wanted.every((codePoint) => font.hasGlyphForCodePoint(codePoint));
  for (const path of [...FACES[face], ...FALLBACK_FONTS]) {
    const font = load(path);
    if (hasAll(font)) return font;
  }
  return moreFonts.find(hasAll) ?? null;
}

/** The files that all faces share, for the table of printable characters. */
export const listFallbackFiles = (): string[] => FALLBACK_FONTS.map((path) => resolveFaceFile(path));
