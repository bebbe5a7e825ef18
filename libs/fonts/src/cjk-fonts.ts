import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { loadFont } from './load-font.js';

const require = createRequire(import.meta.url);

/**
 * Noto Sans for Chinese (simplified), Japanese and Korean, under the SIL Open Font License 1.1. Each is divided into
 * about a hundred files.
 */
const LANGUAGES = ['sc', 'jp', 'kr'] as const;
type Language = (typeof LANGUAGES)[number];

const packageOf = (language: Language): string => `@fontsource-variable/noto-sans-${language}`;

/**
 * The languages in the order in which a text is looked up. The same Chinese character looks different in China, Japan
 * and Korea: kana and Hangul say which form is meant.
 */
function orderLanguages(text: string): readonly Language[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  return /\p{Script=Hangul}/u.test(text) ? ['kr', 'sc', 'jp'] : LANGUAGES;
}

/**
 * The fonts that have the text's Chinese, Japanese and Korean letters, the preferred ones first. Without a weight they are
 * as thin as their files have them.
 */
export async function loadCjkFonts(text: string, weight?: number): Promise<readonly Font[]> {
  const wanted = [...new Set(text)].map((character) => character.codePointAt(0)!);
  const found: Font[] = [];
  for (const language of orderLanguages(text)) {
    for (const path of findFiles(language, wanted)) found.push(await loadFont(path, weight));
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

/** All files, for the table of printable characters. */
export const listCjkFiles = (): FontFile[] => LANGUAGES.flatMap((language) => [...readRanges(language)]);
