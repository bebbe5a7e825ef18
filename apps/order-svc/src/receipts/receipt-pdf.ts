import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type FontRun, isShown, toRuns } from './font-runs.rules.js';
import { loadReceiptFonts, type ReceiptFonts } from './receipt-fonts.js';
import { layOutReceipt, type PageSize, type PlacedText, type Style } from './receipt-layout.rules.js';
import type { Receipt } from './receipt.rules.js';

const BLACK = '#1a1a1a';
const MUTED = '#595959';
const PALE = '#c8c8c8';

/** Height of Noto Sans above the base line, as a share of the font size. */
const ASCENT = 1.07;

/** A line around the letters of a thin font makes them regular; a share of the font size. */
const THICKENING = 0.045;

const UNKNOWN_LETTERS = 'A question mark stands for a letter that this file can’t show.';

/** Draws texts in the fonts that have their letters. */
class Pen {
  private readonly names = new Map<Font, string>();

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly fonts: ReceiptFonts,
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
    const name = this.names.get(font) ?? `receipt-${this.names.size}`;
    // pdfkit takes fonts of fontkit, which its types leave out.
    if (!this.names.has(font)) this.document.registerFont(name, font as unknown as Buffer);
    this.names.set(font, name);
    return this.document.font(name).fontSize(size);
  }
}

/** With a list of features pdfkit sets the whole run, otherwise word by word from left to right. */
const toFeatures = ({ isRightToLeft }: FontRun): { features?: [] } => (isRightToLeft ? { features: [] } : {});

const listTexts = ({ seller, facts, shipTo, lines, totals, total, refunds, rest, notes }: Receipt): string[] => [
  ...[...seller, ...facts.flat(), ...shipTo, ...notes],
  ...lines.flatMap(({ title, details }) => [title, details]),
  ...[...totals, total, ...refunds, ...(rest ? [rest] : [])].flatMap(({ label, amount }) => [label, amount]),
];

/** The same receipt gives the same bytes. */
export async function renderReceipt(receipt: Receipt, page: PageSize): Promise<Buffer> {
  const texts = listTexts(receipt);
  const fonts = await loadReceiptFonts(texts.join(''), receipt.seller[0] ?? '');
  const areLettersUnknown = !texts.every((text) => isShown(text, fonts.regular));
  const shown = areLettersUnknown ? { ...receipt, notes: [...receipt.notes, UNKNOWN_LETTERS] } : receipt;
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `Receipt for order ${receipt.orderNumber}`,
      Author: receipt.seller[0] ?? '',
      Creator: '',
      Producer: 'pdfkit',
      CreationDate: receipt.changedAt,
      ModDate: receipt.changedAt,
    },
  });
  const bytes = buffer(document);
  const pen = new Pen(document, fonts);
  for (const { texts: placed, rules } of layOutReceipt(shown, page, (text, style) => pen.measure(text, style))) {
    // Other requests are answered between two pages.
    await setImmediate();
    document.addPage();
    for (const { y, from, to, width, isMuted } of rules)
      document
        .moveTo(from, y)
        .lineTo(to, y)
        .lineWidth(width)
        .strokeColor(isMuted ? PALE : BLACK)
        .stroke();
    for (const text of placed) pen.draw(text);
  }
  document.end();
  return bytes;
}
