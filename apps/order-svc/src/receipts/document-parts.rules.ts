/** Parts of a page that receipts and packing slips have in common. */
import {
  BODY,
  GAP,
  HEAD,
  heightOf,
  LABEL,
  type Layout,
  MARGIN,
  SMALL,
  type Style,
  TITLE,
} from './page-layout.rules.js';

interface Block {
  label: string;
  lines: readonly string[];
}

/** Returns where it ends. */
function placeBlock(layout: Layout, { label, lines }: Block, x: number, width: number): number {
  let y = layout.y;
  layout.place(label, LABEL, x, 'left', y);
  y += heightOf(LABEL) + 2;
  for (const line of lines.flatMap((text) => layout.wrap(text, BODY, width))) {
    layout.place(line, BODY, x, 'left', y);
    y += heightOf(BODY);
  }
  return y;
}

export interface Header {
  title: string;
  /** The first line is the name. */
  seller: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  shipTo: readonly string[];
}

/** Seller and title, then the facts beside the address. */
export function placeHeader(layout: Layout, { title, seller, facts, shipTo }: Header): void {
  const [name = '', ...address] = seller;
  const sellerWidth = layout.right - layout.left - layout.measure(title, TITLE) - 2 * GAP;
  layout.place(title, TITLE, layout.right, 'right');
  placeLines(layout, [name], TITLE, sellerWidth);
  placeLines(layout, address, BODY, sellerWidth);
  layout.y += 8;
  layout.rule({ width: 1.5 });
  layout.y += GAP;
  const middle = layout.left + (layout.right - layout.left) / 2;
  const width = middle - layout.left - GAP;
  const shipToEnd = placeBlock(layout, { label: 'Ship to', lines: shipTo }, middle, width);
  for (const [label, value] of facts) layout.y = placeBlock(layout, { label, lines: [value] }, layout.left, width) + 6;
  layout.y = Math.max(layout.y, shipToEnd) + GAP;
}

function placeLines(layout: Layout, texts: readonly string[], style: Style, width: number): void {
  for (const line of texts.flatMap((text) => layout.wrap(text, style, width))) {
    layout.place(line, style, layout.left);
    layout.y += heightOf(style);
  }
}

/** A column of numbers. */
interface Column {
  head: string;
  /** Its right edge. */
  right: number;
  style: Style;
}

interface Row {
  /** One below the other on the left. Empty ones are left out. */
  texts: readonly (readonly [text: string, style: Style])[];
  /** Of each column. */
  cells: readonly string[];
}

/** A table of items with columns of numbers. Its head is repeated on each page. */
export class ItemTable {
  constructor(
    private readonly layout: Layout,
    private readonly columns: readonly Column[],
    /** Of the texts on the left. */
    private readonly textWidth: number,
  ) {
    this.placeHead();
  }

  private placeHead(): void {
    const { layout } = this;
    layout.place('Item', HEAD, layout.left);
    for (const { head, right } of this.columns) layout.place(head, HEAD, right, 'right');
    layout.y += heightOf(HEAD) + 2;
    layout.rule({ width: 1 });
    layout.y += 6;
  }

  placeRow({ texts, cells }: Row): void {
    const { layout } = this;
    const lines = texts
      .filter(([text]) => text !== '')
      .flatMap(([text, style]) => layout.wrap(text, style, this.textWidth).map((line) => [line, style] as const));
    if (!layout.hasRoomFor(lines.reduce((height, [, style]) => height + heightOf(style), 10))) {
      layout.startPage();
      this.placeHead();
    }
    this.columns.forEach(({ right, style }, index) => layout.place(cells[index] ?? '', style, right, 'right'));
    for (const [line, style] of lines) {
      layout.place(line, style, layout.left);
      layout.y += heightOf(style);
    }
    layout.y += 4;
    layout.rule({ width: 0.5, isMuted: true });
    layout.y += 6;
  }
}

/** At the lower edge of each page: what it belongs to, and its number. */
export function placeFooters({ pages, page, left, right }: Layout, text: string): void {
  const y = page.height - MARGIN - heightOf(SMALL);
  pages.forEach(({ texts }, index) => {
    texts.push({ text, x: left, y, align: 'left', ...SMALL });
    texts.push({ text: `Page ${index + 1} of ${pages.length}`, x: right, y, align: 'right', ...SMALL });
  });
}
