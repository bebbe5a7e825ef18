/** Where each text of a receipt is on its pages, in points. Pure: the fonts are measured by the caller. */
import type { Amount, Receipt, ReceiptLine } from './receipt.rules.js';

export interface Style {
  size: number;
  isBold?: boolean;
  isMuted?: boolean;
}

/** `x` is the left edge of the text, or the right edge if it is aligned right; `y` the top of its line. */
export interface PlacedText extends Style {
  text: string;
  x: number;
  y: number;
  align: 'left' | 'right';
}

export interface Rule {
  y: number;
  from: number;
  to: number;
  width: number;
  isMuted?: boolean;
}

export interface ReceiptPage {
  texts: PlacedText[];
  rules: Rule[];
}

/** The width of a text in points. */
export type Measure = (text: string, style: Style) => number;

export interface PageSize {
  width: number;
  height: number;
}

const MARGIN = 56;
const FOOTER = 28;
const GAP = 16;
const LINE_HEIGHT = 1.4;

const TITLE: Style = { size: 20, isBold: true };
const BODY: Style = { size: 10 };
const LABEL: Style = { size: 8.5, isMuted: true };
const HEAD: Style = { size: 8.5, isBold: true };
const SMALL: Style = { size: 8.5, isMuted: true };
const TOTAL: Style = { size: 12, isBold: true };

const heightOf = ({ size }: Style): number => size * LINE_HEIGHT;

/** Breaks at spaces, and inside a word that is wider than the line. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (line && measure(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  if (line || lines.length === 0) lines.push(line);
  return lines;
}

class Layout {
  readonly pages: ReceiptPage[] = [{ texts: [], rules: [] }];
  y = MARGIN;

  constructor(
    readonly page: PageSize,
    readonly measure: Measure,
  ) {}

  readonly left = MARGIN;

  get right(): number {
    return this.page.width - MARGIN;
  }

  private get current(): ReceiptPage {
    return this.pages.at(-1) as ReceiptPage;
  }

  hasRoomFor(height: number): boolean {
    return this.y + height <= this.page.height - MARGIN - FOOTER;
  }

  startPage(): void {
    this.pages.push({ texts: [], rules: [] });
    this.y = MARGIN;
  }

  place(text: string, style: Style, x: number, align: 'left' | 'right' = 'left', y = this.y): void {
    this.current.texts.push({ text, x, y, align, ...style });
  }

  rule({ width, from = this.left, isMuted }: Partial<Pick<Rule, 'from' | 'isMuted'>> & Pick<Rule, 'width'>): void {
    this.current.rules.push({ y: this.y, from, to: this.right, width, isMuted });
  }

  wrap(text: string, style: Style, width: number): string[] {
    return wrapText(text, width, (part) => this.measure(part, style));
  }
}

/** Right edges of the columns of numbers. */
const getColumns = ({ right }: { right: number }) => ({ quantity: right - 150, unitPrice: right - 75, amount: right });

function placeBlock(
  layout: Layout,
  { label, lines }: { label: string; lines: readonly string[] },
  x: number,
  width: number,
): number {
  let y = layout.y;
  layout.place(label, LABEL, x, 'left', y);
  y += heightOf(LABEL) + 2;
  for (const line of lines.flatMap((text) => layout.wrap(text, BODY, width))) {
    layout.place(line, BODY, x, 'left', y);
    y += heightOf(BODY);
  }
  return y;
}

function placeHeader(layout: Layout, { seller, facts, shipTo }: Receipt): void {
  const [name = '', ...address] = seller;
  const titleWidth = layout.right - layout.left - 110;
  layout.place('Receipt', TITLE, layout.right, 'right');
  for (const line of layout.wrap(name, TITLE, titleWidth)) {
    layout.place(line, TITLE, layout.left);
    layout.y += heightOf(TITLE);
  }
  for (const line of address.flatMap((text) => layout.wrap(text, BODY, titleWidth))) {
    layout.place(line, BODY, layout.left);
    layout.y += heightOf(BODY);
  }
  layout.y += 8;
  layout.rule({ width: 1.5 });
  layout.y += GAP;
  const middle = layout.left + (layout.right - layout.left) / 2;
  const width = middle - layout.left - GAP;
  const shipToEnd = placeBlock(layout, { label: 'Ship to', lines: shipTo }, middle, width);
  for (const [label, value] of facts) {
    layout.y = placeBlock(layout, { label, lines: [value] }, layout.left, width) + 6;
  }
  layout.y = Math.max(layout.y, shipToEnd) + GAP;
}

function placeTableHead(layout: Layout): void {
  const columns = getColumns(layout);
  layout.place('Item', HEAD, layout.left);
  layout.place('Quantity', HEAD, columns.quantity, 'right');
  layout.place('Unit price', HEAD, columns.unitPrice, 'right');
  layout.place('Amount', HEAD, columns.amount, 'right');
  layout.y += heightOf(HEAD) + 2;
  layout.rule({ width: 1 });
  layout.y += 6;
}

function placeLine(layout: Layout, { title, details, quantity, unitPrice, amount }: ReceiptLine): void {
  const columns = getColumns(layout);
  const width = columns.quantity - 60 - layout.left;
  const titles = layout.wrap(title, BODY, width);
  const texts = details ? layout.wrap(details, SMALL, width) : [];
  const height = titles.length * heightOf(BODY) + texts.length * heightOf(SMALL) + 10;
  if (!layout.hasRoomFor(height)) {
    layout.startPage();
    placeTableHead(layout);
  }
  layout.place(quantity, BODY, columns.quantity, 'right');
  layout.place(unitPrice, BODY, columns.unitPrice, 'right');
  layout.place(amount, BODY, columns.amount, 'right');
  for (const [lines, style] of [
    [titles, BODY],
    [texts, SMALL],
  ] as const)
    for (const line of lines) {
      layout.place(line, style, layout.left);
      layout.y += heightOf(style);
    }
  layout.y += 4;
  layout.rule({ width: 0.5, isMuted: true });
  layout.y += 6;
}

function placeAmount(layout: Layout, { label, amount }: Amount, style: Style, from: number): void {
  layout.place(label, style, from);
  layout.place(amount, style, layout.right, 'right');
  layout.y += heightOf(style) + 2;
}

/** The sums are together on one page. */
function placeTotals(layout: Layout, { totals, total, refunds, rest, notes }: Receipt): void {
  const from = layout.right - 230;
  const rows = totals.length + refunds.length;
  const height = rows * (heightOf(BODY) + 2) + 2 * (heightOf(TOTAL) + 20) + GAP + notes.length * heightOf(SMALL);
  if (!layout.hasRoomFor(height)) layout.startPage();
  layout.y += 6;
  for (const row of totals) placeAmount(layout, row, BODY, from);
  layout.y += 2;
  layout.rule({ width: 1, from });
  layout.y += 6;
  placeAmount(layout, total, TOTAL, from);
  for (const row of refunds) {
    if (!layout.hasRoomFor(heightOf(BODY))) layout.startPage();
    placeAmount(layout, row, BODY, from);
  }
  if (rest) {
    layout.y += 2;
    layout.rule({ width: 0.5, from });
    layout.y += 6;
    placeAmount(layout, rest, { ...BODY, isBold: true }, from);
  }
  layout.y += GAP;
  for (const note of notes) {
    layout.place(note, SMALL, layout.right, 'right');
    layout.y += heightOf(SMALL);
  }
}

function placeFooters({ pages, page, left, right }: Layout, orderNumber: string): void {
  const y = page.height - MARGIN - heightOf(SMALL);
  pages.forEach(({ texts }, index) => {
    texts.push({ text: `Receipt for order ${orderNumber}`, x: left, y, align: 'left', ...SMALL });
    texts.push({ text: `Page ${index + 1} of ${pages.length}`, x: right, y, align: 'right', ...SMALL });
  });
}

export function layOutReceipt(receipt: Receipt, page: PageSize, measure: Measure): ReceiptPage[] {
  const layout = new Layout(page, measure);
  placeHeader(layout, receipt);
  placeTableHead(layout);
  for (const line of receipt.lines) placeLine(layout, line);
  placeTotals(layout, receipt);
  placeFooters(layout, receipt.orderNumber);
  return layout.pages;
}
