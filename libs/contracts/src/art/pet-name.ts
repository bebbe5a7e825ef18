import { isPrintable } from './printable-characters.js';

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u{fe0f}|\u{20e3}/u;

/** Invisible characters are left out without a word. */
const INVISIBLE = /^[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u{fe00}-\u{fe0f}]+$/u;

/** The name as it is printed: without characters that no bundled font has. Empty if nothing remains. */
export function getPrintableName(name: string): string {
  return split(name).filter(isPrintableGrapheme).join('').replace(/\s+/gu, ' ').trim();
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

/** Combined characters are one: a letter with its marks, an emoji of several characters. */
function split(name: string): string[] {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(name.normalize('NFC')), ({ segment }) => segment);
}

const isPrintableGrapheme = (grapheme: string): boolean =>
  /^\s+$/u.test(grapheme) || [...grapheme].every((character) => isPrintable(character.codePointAt(0)!));
