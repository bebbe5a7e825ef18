/** The table of characters that the lettering can print, from the fonts themselves. */
import { readFile } from 'node:fs/promises';
import { toCapitals } from '@shop/contracts-art/pet-name';
import { listCjkFiles } from '@shop/fonts';
import { create, type Font } from 'fontkit';
import { listFallbackFiles } from '../src/lettering/fonts.js';

const HAN_FROM = 0x4e00;
const HAN_TO = 0x9fff;
const BMP_END = 0xffff;

/** Signs that everybody reads as text, although they are also emoji. */
const TEXT_SIGNS = '©®™';

/** Letters, marks, digits, punctuation and signs; rare Chinese characters outside of the main block are left out. */
const isText = (character: string): boolean =>
  /[\p{L}\p{M}\p{N}\p{P}\p{S}\u200c\u200d]/u.test(character) &&
  !/[\u3400-\u4dbf]/u.test(character) &&
  (TEXT_SIGNS.includes(character) ||
    !/[\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u.test(character) ||
    character <= '9');

/** The code points of each file. A CJK file is used only for those that its package lists. */
async function readFiles(): Promise<Set<number>[]> {
  const files = [...listFallbackFiles().map((path) => ({ path, ranges: [[0, BMP_END]] as const })), ...listCjkFiles()];
  return Promise.all(
    files.map(async ({ path, ranges }) => {
      const { characterSet } = create(await readFile(path)) as Font;
      return new Set(characterSet.filter((point) => ranges.some(([from, to]) => from <= point && point <= to)));
    }),
  );
}

/** A name is printed in capitals, and a capital of several characters has to be in one file. */
async function readPrintable(): Promise<Set<number>> {
  const files = await readFiles();
  const all = new Set(files.flatMap((file) => [...file]));
  const isCovered = (character: string): boolean => {
    const capital = [...toCapitals(character)].map((part) => part.codePointAt(0)!);
    const [first = 0, ...others] = capital;
    return others.length === 0
      ? all.has(first)
      : files.some((file) => capital.every((codePoint) => file.has(codePoint)));
  };
  return new Set(
    [...all].filter((codePoint) => {
      const character = String.fromCodePoint(codePoint);
      return codePoint <= BMP_END && isText(character) && isCovered(character);
    }),
  );
}

/** TypeScript source. */
export async function createTable(): Promise<string> {
  const printable = await readPrintable();
  const han = Buffer.alloc((HAN_TO - HAN_FROM + 1) / 8);
  const pairs: string[] = [];
  let next = 0;
  for (let codePoint = 0; codePoint <= BMP_END; codePoint++) {
    if (!printable.has(codePoint)) continue;
    if (codePoint >= HAN_FROM && codePoint <= HAN_TO) {
      han[(codePoint - HAN_FROM) >> 3]! |= 1 << ((codePoint - HAN_FROM) & 7);
      continue;
    }
    let end = codePoint + 1;
    while (printable.has(end) && !(end >= HAN_FROM && end <= HAN_TO)) end++;
    pairs.push([codePoint - next, end - codePoint].map((number) => number.toString(36)).join(','));
    next = end;
    codePoint = end - 1;
  }
  return `/** Written by \`npm run art:characters\`. */

/** Gap before each range and its length, in base 36. */
export const PRINTABLE_RANGES =
  '${pairs.join(' ')}';

/** A bit for each code point from U+4E00 to U+9FFF, in base 64. */
export const PRINTABLE_HAN =
  '${han.toString('base64')}';
`;
}
