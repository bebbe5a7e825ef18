/**
 * Finds the country that a customer wrote: an ISO 3166 code, or a name in any language of i18n-iso-countries. The English
 * names are read at the first name, the other languages at the first name that is not English (12,000 names, 1.5 MB).
 * The package's main file would load everything at the start.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries/index.js';

const resolve = createRequire(import.meta.url).resolve;

interface LanguageFile {
  /** By alpha-2 code: a name, or several. */
  countries: Record<string, string | string[]>;
}

/** Written by customers, and in no list of names. */
const COMMON_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    america: 'US',
    usofa: 'US',
    unitedstates: 'US',
    eeuu: 'US',
    uk: 'GB',
    britain: 'GB',
    greatbritain: 'GB',
    england: 'GB',
    scotland: 'GB',
    wales: 'GB',
    northernireland: 'GB',
    grossbritannien: 'GB',
    holland: 'NL',
    korea: 'KR',
    southkorea: 'KR',
    northkorea: 'KP',
    uae: 'AE',
    emirates: 'AE',
    czechrepublic: 'CZ',
    macedonia: 'MK',
    burma: 'MM',
    swaziland: 'SZ',
    capeverde: 'CV',
    ivorycoast: 'CI',
    easttimor: 'TL',
    vatican: 'VA',
    drc: 'CD',
    el: 'GR',
    ประเทศไทย: 'TH',
  }),
);

/** Without case, accents, punctuation and spaces. Only Latin accents are removed: other scripts spell vowels with marks. */
const toKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Both lists of names: the package's, and Unicode's, which browsers fill in. */
function* listNames(language: string): Generator<[code: string, name: string]> {
  const file = resolve(`i18n-iso-countries/langs/${language}.json`);
  const { countries: listed } = JSON.parse(readFileSync(file, 'utf8')) as LanguageFile;
  const unicode = new Intl.DisplayNames(language, { type: 'region' });
  for (const [code, forms] of Object.entries(listed)) {
    for (const form of [forms].flat()) yield [code, form];
    yield [code, unicode.of(code) ?? code];
  }
}

type Names = ReadonlyMap<string, string | null>;

/** A name of two countries, such as Congo, leads to null: nothing may be sent to the wrong one. */
function readNames(languages: readonly string[]): Names {
  const names = new Map<string, string | null>();
  for (const language of languages)
    for (const [code, name] of listNames(language)) {
      const key = toKey(name);
      const known = names.get(key);
      names.set(key, known === undefined || known === code ? code : null);
    }
  return names;
}

let englishNames: Names | undefined;
let allNames: Names | undefined;

/** All ISO 3166 alpha-2 codes. */
export const listCountryCodes = (): string[] => Object.keys(countries.getAlpha2Codes());

const isCode = (text: string): boolean => countries.isValid(text);

function findByCode(key: string): string | undefined {
  const code = key.toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && isCode(code)) return code;
  return /^[A-Z]{3}$/.test(code) ? countries.alpha3ToAlpha2(code) : undefined;
}

/** The alpha-2 code of a country; null if it is unknown, or if the name means several countries. */
export function findCountryCode(text: string): string | null {
  const key = toKey(text);
  if (key === '') return null;
  const known = COMMON_FORMS.get(key) ?? findByCode(key);
  if (known) return known;
  englishNames ??= readNames(['en']);
  const english = englishNames.get(key) ?? englishNames.get(key.replace(/^the/, ''));
  if (english !== undefined) return english;
  allNames ??= readNames(countries.getSupportedLanguages());
  return allNames.get(key) ?? null;
}
