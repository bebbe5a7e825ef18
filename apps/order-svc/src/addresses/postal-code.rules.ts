/**
 * Which postal codes can exist in a country. The formats are Google's (libaddressinput), in the package postal-code-checker.
 * A code that is refused here is on no map; whether one exists is not known.
 */
import { getCountryByCode, getSubdivisions, hasSubdivisionData, inferSubdivision, format } from 'postal-code-checker';

/** True for a country whose formats are not known. */
export const hasZipCodes = (code: string): boolean => getCountryByCode(code)?.postalCodePatterns.length !== 0;

const DIGIT = /\p{Nd}/u;

/** The value of a digit of any script: Unicode lists the ten digits of a script in order, beginning with zero. */
function getDigitValue(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value);
}

/** Digits of other scripts (full-width, Arabic, Devanagari) and hyphens of Japanese keyboards become plain ones; the postal sign 〒 is left out. */
const toPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/(?!\d)\p{Nd}/gu, getDigitValue)
    .replaceAll(/\p{So}/gu, '')
    .replaceAll(/[\p{Pd}−ー]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toUpperCase();

/** `D-10115` and `AT1010`, as written on international mail. */
const withoutCountry = (code: string, zip: string): string =>
  zip.replace(new RegExp(`^(?:${code}|${code.charAt(0)})[- ]*(?=\\d)`), '');

/** `1010` is `LV-1010`: in some countries the code begins with the country's, which people leave out. */
const withCountry = (code: string, zip: string): string =>
  getExampleCode(code)?.startsWith(code) && /^\d/.test(zip) ? code + zip : zip;

/** With a blank or a hyphen at each place, for those who leave it out. */
function* listSpellings(zip: string): Generator<string> {
  yield zip;
  const compact = zip.replaceAll(/[ -]/g, '');
  yield compact;
  for (const separator of ['-', ' '])
    for (let index = 1; index < compact.length; index += 1)
      yield `${compact.slice(0, index)}${separator}${compact.slice(index)}`;
}

function findInFormat(code: string, zip: string): string | null {
  for (const spelling of listSpellings(zip)) {
    const found = format(code, spelling);
    if (found !== null) return found;
  }
  return null;
}

/** The code as it is stored; null if it can't exist in the country. */
export function findPostalCode(code: string, text: string): string | null {
  if (!getCountryByCode(code) || !hasZipCodes(code)) return text;
  const zip = toPlain(text);
  return (
    findInFormat(code, zip) ??
    findInFormat(code, withoutCountry(code, zip)) ??
    findInFormat(code, withCountry(code, zip))
  );
}

/** The states that the code may be in; empty if that is not known. */
export const listStatesOf = (code: string, zip: string): { code: string; name: string }[] =>
  inferSubdivision(code, zip);

export const getStateName = (code: string, state: string): string =>
  getSubdivisions(code).find((known) => known.code === state)?.name ?? state;

/** Spreadsheets drop zeros at the start. `state`: null if it is unknown. */
function restoreZeros(code: string, zip: string, state: string | null): string | null {
  if (!/^\d{3,}$/.test(zip)) return null;
  for (const zeros of ['0', '00']) {
    const restored = findInFormat(code, zeros + zip);
    if (restored === null) continue;
    const states = listStatesOf(code, restored);
    const isPossible = !hasSubdivisionData(code) || states.some((known) => state === null || known.code === state);
    return isPossible ? restored : null;
  }
  return null;
}

/** In `10115 Berlin`, or `London SW1A 1AA`. */
function findAmongWords(code: string, zip: string): string | null {
  const words = zip.split(/[ ,;/]+/).filter(Boolean);
  for (const count of [2, 1])
    for (let index = 0; index + count <= words.length; index += 1) {
      const found = findPostalCode(code, words.slice(index, index + count).join(' '));
      if (found !== null) return found;
    }
  return null;
}

/** What was probably meant; null if nothing comes near. */
export function suggestPostalCode(code: string, text: string, state: string | null): string | null {
  const zip = toPlain(text);
  return findAmongWords(code, zip) ?? restoreZeros(code, zip.replaceAll(/[ -]/g, ''), state);
}

export const getExampleCode = (code: string): string | null => getCountryByCode(code)?.examplePostalCodes[0] ?? null;
