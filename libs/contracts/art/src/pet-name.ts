import { PRINTABLE_HAN, PRINTABLE_RANGES } from './printable-characters.table.js';

const HAN_FROM = 0x4e00;
const HAN_TO = 0x9fff;

/** Pairs of the gap before a range and its length. */
let ranges: readonly (readonly [from: number, to: number])[] | null = null;
let han: string | null = null;

/** True if a bundled font of the lettering has this code point. */
function isPrintable(codePoint: number): boolean {
  if (codePoint >= HAN_FROM && codePoint <= HAN_TO) {
    han ??= atob(PRINTABLE_HAN);
    const bit = codePoint - HAN_FROM;
    return ((han.charCodeAt(bit >> 3) >> (bit & 7)) & 1) === 1;
  }
  ranges ??= decodeRanges(PRINTABLE_RANGES);
  return ranges.some(([from, to]) => from <= codePoint && codePoint <= to);
}

function decodeRanges(text: string): (readonly [number, number])[] {
  let next = 0;
  return text.split(' ').map((pair) => {
    const [gap = 0, length = 1] = pair.split(',').map((number) => parseInt(number, 36));
    const from = next + gap;
    next = from + length;
    return [from, next - 1] as const;
  });
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{fe0f}|\u{20e3}/u;

/** Invisible characters are left out without a word. */
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u{fe00}-\u{fe0f}]+$/u;

/** The name as it is printed: without characters that no bundled font has. Empty if nothing remains. */
export function getPrintableName(name: string): string {
  return split(name).filter(isPrintableGrapheme).join('').replace(/\s+/gu, ' ').trim();
}

const GREEK = /\p{Script=Greek}/u;

/** Letters of Turkish and its relatives, whose i has a dot also as a capital. */
const TURKIC = /[ışğəİŞĞƏ]/u;

function getCaseLocale(name: string): string {
  if (GREEK.test(name)) return 'el';
  return TURKIC.test(name) ? 'tr' : 'en';
}

/** The name in capitals, by the rules of its letters: Greek capitals have no accent. */
export function toCapitals(name: string): string {
  const text = name.normalize('NFC');
  return text.toLocaleUpperCase(getCaseLocale(text)).normalize('NFC');
}

/** What is left out, for the field of the name; null if the name is printed as it is. */
export function getPetNameNotice(name: string): string | null {
  const leftOut = split(name).filter((grapheme) => !isPrintableGrapheme(grapheme) && !INVISIBLE.test(grapheme));
  const others = new Set(leftOut.filter((grapheme) => !EMOJI.test(grapheme)));
  const notices = [
    ...(leftOut.some((grapheme) => EMOJI.test(grapheme)) ? ["Emoji can't be printed and will be left out."] : []),
    ...(others.size > 0 ? [`${[...others].join(' ')} can't be printed and will be left out.`] : []),
  ];
  return notices.length > 0 ? notices.join(' ') : null;
}

/** Nearly the same as `Intl.Segmenter`: flags, and a character with its marks, skin tones and joined characters. */
const GRAPHEME = /\p{Regional_Indicator}{2}|.(?:[\p{M}\p{Emoji_Modifier}\u{200c}]|\u{200d}.?)*/gsu;

/** Combined characters are one: a letter with its marks, an emoji of several characters. */
function split(name: string): string[] {
  const text = name.normalize('NFC');
  // Firefox has it since version 125, of April 2024.
  if (typeof Intl.Segmenter === 'undefined') return text.match(GRAPHEME) ?? [];
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

const isPrintableGrapheme = (grapheme: string): boolean =>
  /^\s+$/u.test(grapheme) || [...grapheme].every((character) => isPrintable(character.codePointAt(0)!));
