/** Cuts a text into pieces of one font and one direction, in the order in which they are on the line. */
import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import type { Font } from 'fontkit';

export interface FontRun {
  font: Font;
  text: string;
  isRightToLeft: boolean;
}

export const UNKNOWN = '?';

/** The types of the package describe another module format. */
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** A letter with its marks. */
const listLetters = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

/** Joiners, direction marks and the like have no glyph in most fonts. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const hasGlyph = (font: Font, character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0)!);
const hasLetter = (font: Font, letter: string): boolean =>
  [...letter].every((character) => INVISIBLE.test(character) || hasGlyph(font, character));

/** Letters that no font has, each once. */
export const listUnknownLetters = (text: string, fonts: readonly Font[]): string[] => [
  ...new Set(listLetters(text.normalize('NFC')).filter((letter) => !fonts.some((font) => hasLetter(font, letter)))),
];

/** Whether there is a font for each letter. */
export const isShown = (text: string, fonts: readonly Font[]): boolean => listUnknownLetters(text, fonts).length === 0;

const ASCII = /^[ -~]*$/;

/** A letter that no font has becomes a question mark. The first font is a Latin one. */
export function toRuns(text: string, fonts: readonly Font[]): FontRun[] {
  const [latin] = fonts;
  if (!latin) throw new Error('No font is loaded');
  if (ASCII.test(text)) return [{ font: latin, text, isRightToLeft: false }];
  const shown: { letter: string; font: Font }[] = [];
  for (const letter of listLetters(text.normalize('NFC'))) {
    // A text changes its font as rarely as possible.
    const last = shown.at(-1)?.font;
    const font = [...(last ? [last] : []), ...fonts].find((candidate) => hasLetter(candidate, letter));
    const characters = [...letter].filter((character) => font && hasGlyph(font, character)).join('');
    shown.push({ letter: font ? characters : UNKNOWN, font: font ?? latin });
  }
  return orderRuns(shown);
}

/** By the Unicode Bidirectional Algorithm. */
function orderRuns(letters: readonly { letter: string; font: Font }[]): FontRun[] {
  const text = letters.map(({ letter }) => letter).join('');
  const embedding = bidi.getEmbeddingLevels(text);
  /** The run of each character. */
  const owners: FontRun[] = [];
  let last: (FontRun & { level: number }) | undefined;
  for (const { letter, font } of letters) {
    const level = embedding.levels[owners.length] ?? 0;
    if (last?.font !== font || last.level !== level) {
      last = { font, text: '', isRightToLeft: level % 2 === 1, level };
    }
    last.text += letter;
    for (let index = 0; index < letter.length; index += 1) owners.push(last);
  }
  const indices = bidi.getReorderedIndices(text, embedding);
  return [...new Set(indices.map((index) => owners[index]!))];
}
