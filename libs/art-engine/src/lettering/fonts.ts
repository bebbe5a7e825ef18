import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

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

/**
 * Noto Sans for Chinese (simplified), Japanese and Korean, under the SIL Open Font License 1.1. Each is divided into
 * about a hundred files.
 */
const LANGUAGES = ['sc', 'jp', 'kr'] as const;
type Language = (typeof LANGUAGES)[number];

/** As bold as the other fallback fonts. */
const WEIGHT = 700;

/** A name has at most 50 letters, each in another file. A file takes about 200 kB. */
const fonts = new LRUCache<string, Font>({ max: 100 });

/** The package has no types. */
const wawoff2 = require('wawoff2') as { decompress(woff2: Uint8Array): Promise<Uint8Array> };
const packageOf = (language: Language): string => `@fontsource-variable/noto-sans-${language}`;

/**
 * The languages in the order in which a name is looked up. The same Chinese character looks different in China, Japan
 * and Korea: kana and Hangul say which form is meant.
 */
function orderLanguages(name: string): readonly Language[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return ['jp', 'sc', 'kr'];
  return /\p{Script=Hangul}/u.test(name) ? ['kr', 'sc', 'jp'] : LANGUAGES;
}

/** The fonts that have the name's Chinese, Japanese and Korean letters, the preferred ones first. */
export async function loadCjkFonts(name: string): Promise<readonly Font[]> {
  const wanted = [...new Set(name)].map((character) => character.codePointAt(0)!);
  const found: Font[] = [];
  for (const language of orderLanguages(name)) {
    for (const path of findFiles(language, wanted)) found.push(await loadFont(path));
  }
  return found;
}

/** The numbered files that list one of the code points. Latin and other alphabets have better fonts. */
function findFiles(language: Language, wanted: readonly number[]): string[] {
  return readRanges(language)
    .filter(({ ranges }) => wanted.some((point) => ranges.some(([from, to]) => from <= point && point <= to)))
    .map(({ path }) => path);
}

export interface FontFile {
  readonly path: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const filesByLanguage = new Map<Language, readonly FontFile[]>();

function readRanges(language: Language): readonly FontFile[] {
  const known = filesByLanguage.get(language);
  if (known) return known;
  const path = require.resolve(`${packageOf(language)}/unicode.json`);
  const unicode = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  const files = Object.entries(unicode).flatMap(([key, ranges]) => {
    const number = /^\[(\d+)\]$/.exec(key)?.[1];
    return number ? [{ path: resolveFile(language, number), ranges: ranges.split(',').map(toRange) }] : [];
  });
  filesByLanguage.set(language, files);
  return files;
}

const resolveFile = (language: Language, number: string): string =>
  require.resolve(`${packageOf(language)}/files/noto-sans-${language}-${number}-wght-normal.woff2`);

/** `U+4e00-4e02` or `U+4e00`. */
function toRange(text: string): readonly [number, number] {
  const [from = 0, to = from] = text
    .trim()
    .slice('U+'.length)
    .split('-')
    .map((hex) => parseInt(hex, 16));
  return [from, to];
}

async function loadFont(path: string): Promise<Font> {
  const known = fonts.get(path);
  if (known) return known;
  // fontkit can't change the weight of a WOFF2 file.
  const file = await wawoff2.decompress(await readFile(path));
  const font = (create(Buffer.from(file)) as Font).getVariation({ wght: WEIGHT });
  fonts.set(path, font);
  return font;
}

/** All files, for the table of printable characters. */
export const listCjkFiles = (): FontFile[] => LANGUAGES.flatMap((language) => [...readRanges(language)]);
