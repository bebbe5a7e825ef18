/** Where each text of a receipt is on its pages. */
import { ItemTable, placeFooters, placeHeader } from './document-parts.rules.js';
import {
  BODY,
  GAP,
  heightOf,
  Layout,
  type Measure,
  type PageSize,
  type PlacedPage,
  SMALL,
  type Style,
} from './page-layout.rules.js';
import type { Amount, Receipt } from './receipt.rules.js';

const TOTAL: Style = { size: 12, isBold: true };

function placeItems(layout: Layout, { lines }: Receipt): void {
  const { left, right } = layout;
  const columns = [
    { head: 'Quantity', right: right - 150, style: BODY },
    { head: 'Unit price', right: right - 75, style: BODY },
    { head: 'Amount', right, style: BODY },
  ];
  const table = new ItemTable(layout, columns, right - 210 - left);
  for (const { title, details, quantity, unitPrice, amount } of lines)
    table.placeRow({
      texts: [
        [title, BODY],
        [details, SMALL],
      ],
      cells: [quantity, unitPrice, amount],
    });
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

export function layOutReceipt(receipt: Receipt, page: PageSize, measure: Measure): PlacedPage[] {
  const layout = new Layout(page, measure);
  placeHeader(layout, { title: 'Receipt', ...receipt });
  placeItems(layout, receipt);
  placeTotals(layout, receipt);
  placeFooters(layout, `Receipt for order ${receipt.orderNumber}`);
  return layout.pages;
}
