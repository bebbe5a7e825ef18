/** Where each text of a receipt is on its pages. */
import {
  BODY,
  GAP,
  HEAD,
  heightOf,
  LABEL,
  Layout,
  MARGIN,
  type Measure,
  type PageSize,
  type PlacedPage,
  SMALL,
  type Style,
  TITLE,
} from './page-layout.rules.js';
import type { Amount, Receipt, ReceiptLine } from './receipt.rules.js';

const TOTAL: Style = { size: 12, isBold: true };

/** Right edges of the columns of numbers. */
const getColumns = ({ right }: { right: number }) => ({ quantity: right - 150, unitPrice: right - 75, amount: right });

export function placeBlock(
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

export function layOutReceipt(receipt: Receipt, page: PageSize, measure: Measure): PlacedPage[] {
  const layout = new Layout(page, measure);
  placeHeader(layout, receipt);
  placeTableHead(layout);
  for (const line of receipt.lines) placeLine(layout, line);
  placeTotals(layout, receipt);
  placeFooters(layout, receipt.orderNumber);
  return layout.pages;
}
