import { createRequire } from 'node:module';
import { toCapitals } from '@shop/contracts-art/pet-name';
import { loadCjkFonts } from '@shop/fonts';
import type { Font } from 'fontkit';
import type Paper from 'paper';
import { type Face, fontFor } from './fonts.js';

const require = createRequire(import.meta.url);

type Geometry = typeof Paper;

let loaded: Geometry | null = null;

/** Loaded at the first use, because most names don't need it. Without a canvas: only its geometry is used. */
function loadGeometry(): Geometry {
  if (!loaded) {
    loaded = require('paper/dist/paper-core.js') as Geometry;
    loaded.setup(new loaded.Size(1, 1));
  }
  return loaded;
}

/**
 * The outline of overlapping strokes. Variable fonts draw each stroke of a character by itself, so that a neon tube
 * along their outlines would show the seams.
 *
 * @param path SVG path data; the strokes are filled by the nonzero rule
 */
function mergeStrokes(path: string): string {
  const { CompoundPath } = loadGeometry();
  const strokes = new CompoundPath({ pathData: path, fillRule: 'nonzero', insert: false });
  return strokes.unite(strokes, { insert: false }).pathData;
}

/** A name with the fonts that only it needs. */
export interface PreparedName {
  readonly text: string;
  readonly moreFonts: readonly Font[];
}

/** As bold as the other fallback fonts. */
const WEIGHT = 700;

/** Loads the fonts of the name, as it is printed: in capitals. */
export async function prepareName(name: string): Promise<PreparedName> {
  const text = splitThaiAm(toCapitals(name));
  return { text, moreFonts: await loadCjkFonts(text, WEIGHT) };
}

/**
 * Thai SARA AM is a ring above the letter and a vowel behind it. The ring is below the letter's other marks, and fontkit
 * does not reorder them.
 */
const splitThaiAm = (text: string): string =>
  text.replace(/([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]{0,4})\u0e33/g, '\u0e4d$1\u0e32');

export interface Lettering {
  /** SVG path data, y downwards; the ink begins at 0, 0. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export interface Setting {
  readonly face: Face;
  readonly maxWidth: number;
  /** Height of a capital letter, or of the whole name if it has none. */
  readonly maxHeight: number;
  /** Space between letters as a share of the font size; joining scripts take none. */
  readonly tracking: number;
}

/** Scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Scripts whose letters join, or carry marks that are placed relative to the letter before. */
const JOINING = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Tamil}]/u;

/**
 * Sets the name as outlines, so that it looks the same on every machine and at every size, as large as fits. Letters
 * that no font has are left out; returns null if nothing remains.
 */
export function setName(name: PreparedName, { face, maxWidth, maxHeight, tracking }: Setting): Lettering | null {
  const words = splitIntoWords(name, face);
  if (words.length === 0) return null;
  const line = RIGHT_TO_LEFT.test(words[0]![0]!.text) ? words.toReversed() : words;
  const outlines: Outline[] = [];
  let pen = 0;
  for (const word of line) {
    for (const run of word) {
      const hasSeams = name.moreFonts.includes(run.font);
      pen = setRun(run, { hasSeams, tracking: JOINING.test(run.text) ? 0 : tracking }, pen, outlines);
    }
    pen += WORD_SPACE;
  }
  const box = boxOf(outlines);
  if (box.right <= box.left || box.bottom <= box.top) return null;
  const scale = Math.min(maxWidth / (box.right - box.left), maxHeight / Math.max(CAPITAL, box.bottom - box.top));
  return {
    path: outlines
      .map(({ glyph, x, y, size, hasSeams }) => {
        const path = glyph.path
          .transform(size * scale, 0, 0, -size * scale, (x - box.left) * scale, (y - box.top) * scale)
          .toSVG();
        return hasSeams ? mergeStrokes(path) : path;
      })
      .join(' '),
    width: (box.right - box.left) * scale,
    height: (box.bottom - box.top) * scale,
  };
}

const WORD_SPACE = 0.3;
const CAPITAL = 0.7;

/** A glyph and its position on the line, in units of the font size. */
interface Outline {
  readonly glyph: ReturnType<Font['layout']>['glyphs'][number];
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly hasSeams: boolean;
}

/** A sequence of letters in one font. */
interface Run {
  readonly text: string;
  readonly font: Font;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function splitIntoWords({ text, moreFonts }: PreparedName, face: Face): Run[][] {
  return text
    .split(/\s+/)
    .map((word) => splitIntoRuns(word, (part) => fontFor(part, face, moreFonts)))
    .filter((runs) => runs.length > 0);
}

/**
 * The whole word in one font if one has it, otherwise letter by letter, because a font family has one file per script.
 */
function splitIntoRuns(word: string, findFont: (text: string) => Font | null): Run[] {
  const whole = word && findFont(word);
  if (whole) return [{ text: word, font: whole }];
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(word)) {
    const font = findFont(segment);
    const last = runs.at(-1);
    if (last && last.font === font) runs[runs.length - 1] = { font, text: last.text + segment };
    else if (font) runs.push({ text: segment, font });
  }
  return runs;
}

/** Appends the glyphs and returns the position after them. */
function setRun(
  { text, font }: Run,
  { tracking, hasSeams }: { tracking: number; hasSeams: boolean },
  start: number,
  outlines: Outline[],
): number {
  const { glyphs, positions } = font.layout(text);
  const size = 1 / font.unitsPerEm;
  let pen = start;
  for (const [n, glyph] of glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = positions[n]!;
    outlines.push({ glyph, x: pen + xOffset * size, y: -yOffset * size, size, hasSeams });
    pen += xAdvance * size + (xAdvance > 0 ? tracking : 0);
  }
  return pen;
}

function boxOf(outlines: readonly Outline[]): { left: number; top: number; right: number; bottom: number } {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { glyph, x, y, size } of outlines) {
    const { minX, maxX, minY, maxY } = glyph.path.bbox;
    if (!Number.isFinite(minX)) continue;
    box.left = Math.min(box.left, x + minX * size);
    box.right = Math.max(box.right, x + maxX * size);
    box.top = Math.min(box.top, y - maxY * size);
    box.bottom = Math.max(box.bottom, y - minY * size);
  }
  return box;
}
