/** The fonts of receipts. All are under the SIL Open Font License 1.1, which is part of each package. */
import { createRequire } from 'node:module';
import { loadCjkFonts, loadFont } from '@shop/fonts';
import type { Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

/** Family and script, preferred first: each file has the letters of one script. */
const FILES: readonly (readonly [family: string, script: string])[] = [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'].map(
    (script) => ['noto-sans', script] as const,
  ),
  ...['thai', 'georgian', 'tamil'].map((script) => [`noto-sans-${script}`, script] as const),
  ...['hebrew', 'arabic'].map((script) => ['rubik', script] as const),
];

const REGULAR = 400;
const BOLD = 700;

const resolveFile = ([family, script]: (typeof FILES)[number], weight: number): string =>
  resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff2`);

export interface ReceiptFonts {
  regular: readonly Font[];
  bold: readonly Font[];
  /** Thin fonts among them. fontkit can't embed another weight of a variable font. */
  thin: ReadonlySet<Font>;
}

/** Only the files that have letters of the text: most receipts need one or two. */
async function loadAlphabets(text: string, weight: number): Promise<{ found: Font[]; missing: string }> {
  const missing = new Set([...text].map((letter) => letter.codePointAt(0)!));
  const found: Font[] = [];
  for (const file of FILES) {
    if (missing.size === 0) break;
    const font = await loadFont(resolveFile(file, weight));
    const shown = [...missing].filter((codePoint) => font.hasGlyphForCodePoint(codePoint));
    if (shown.length > 0 || found.length === 0) found.push(font);
    for (const codePoint of shown) missing.delete(codePoint);
  }
  return { found, missing: String.fromCodePoint(...missing) };
}

/** Fonts that have the letters of the texts, as far as there are any. Bold letters that are missing are shown regular. */
export async function loadReceiptFonts(texts: string, boldTexts: string): Promise<ReceiptFonts> {
  const alphabets = await loadAlphabets(texts, REGULAR);
  const bold = await loadAlphabets(boldTexts, BOLD);
  const thin = alphabets.missing ? await loadCjkFonts(alphabets.missing) : [];
  const regular = [...alphabets.found, ...thin];
  return { regular, bold: [...bold.found, ...regular], thin: new Set(thin) };
}
