import { setImmediate } from 'node:timers/promises';
import type { Font } from 'fontkit';
import { type FontRun, toRuns } from './font-runs.rules.js';
import type { PlacedPage, PlacedText, Style } from './page-layout.rules.js';
import type { ReceiptFonts } from './receipt-fonts.js';

const BLACK = '#1a1a1a';
const MUTED = '#595959';
const PALE = '#c8c8c8';

/** Height of Noto Sans above the base line, as a share of the font size. */
const ASCENT = 1.07;

/** A line around the letters of a thin font makes them regular; a share of the font size. */
const THICKENING = 0.045;

/** Draws texts in the fonts that have their letters. */
export class Pen {
  /** `names`: of the fonts that the document has; pens of one document share them. */
  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly fonts: ReceiptFonts,
    private readonly names = new Map<Font, string>(),
  ) {}

  measure(text: string, style: Style): number {
    return this.cut(text, style).reduce((width, run) => width + this.measureRun(run, style), 0);
  }

  draw({ text, x, y, align, ...style }: PlacedText): void {
    let at = align === 'left' ? x : x - this.measure(text, style);
    for (const run of this.cut(text, style)) {
      const colour = style.isMuted ? MUTED : BLACK;
      const document = this.use(run.font, style.size).fillColor(colour);
      const isThin = this.fonts.thin.has(run.font);
      if (isThin) document.strokeColor(colour).lineWidth(style.size * THICKENING);
      const thickened = isThin ? { fill: true, stroke: true } : {};
      const options = { lineBreak: false, baseline: 'alphabetic', ...thickened, ...toFeatures(run) } as const;
      document.text(run.text, at, y + style.size * ASCENT, options);
      at += this.measureRun(run, style);
    }
  }

  private cut(text: string, { isBold }: Style): FontRun[] {
    return toRuns(text, isBold ? this.fonts.bold : this.fonts.regular);
  }

  private measureRun(run: FontRun, { size }: Style): number {
    return this.use(run.font, size).widthOfString(run.text, toFeatures(run));
  }

  private use(font: Font, size: number): PDFKit.PDFDocument {
    const name = this.names.get(font) ?? `font-${this.names.size}`;
    // pdfkit takes fonts of fontkit, which its types leave out.
    if (!this.names.has(font)) this.document.registerFont(name, font as unknown as Buffer);
    this.names.set(font, name);
    return this.document.font(name).fontSize(size);
  }
}

/** With a list of features pdfkit sets the whole run, otherwise word by word from left to right. */
const toFeatures = ({ isRightToLeft }: FontRun): { features?: [] } => (isRightToLeft ? { features: [] } : {});

/** Other requests are answered between two pages. */
export async function drawPages(document: PDFKit.PDFDocument, pages: readonly PlacedPage[], pen: Pen): Promise<void> {
  for (const { texts, rules } of pages) {
    await setImmediate();
    document.addPage();
    for (const { y, from, to, width, isMuted } of rules)
      document
        .moveTo(from, y)
        .lineTo(to, y)
        .lineWidth(width)
        .strokeColor(isMuted ? PALE : BLACK)
        .stroke();
    for (const text of texts) pen.draw(text);
  }
}
