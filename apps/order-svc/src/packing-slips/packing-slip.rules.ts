/** What a packing slip says, and where on its pages. It lies in the parcel, so it has no prices. */
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import {
  BODY,
  GAP,
  HEAD,
  heightOf,
  Layout,
  MARGIN,
  type Measure,
  type PageSize,
  type PlacedPage,
  SMALL,
  type Style,
  TITLE,
} from '../receipts/page-layout.rules.js';
import { placeBlock } from '../receipts/receipt-layout.rules.js';
import { formatAddress } from '../receipts/receipt.rules.js';

export interface PackingSlip {
  shop: string;
  orderNumber: string;
  /** `November 20, 2026` */
  orderedOn: string;
  shipTo: readonly string[];
  lines: readonly { title: string; details: string; quantity: string }[];
  /** Letters that the file can't show; null without. */
  note: string | null;
}

/** An order in the file, or why it has no slip. */
export type SlippedOrder = Pick<Order, 'orderNumber' | 'status' | 'createdAt' | 'shippingAddress' | 'anonymisedAt'>;

/** Null: the order has a slip. */
export function findSlipProblem({
  status,
  anonymisedAt,
}: Pick<SlippedOrder, 'status' | 'anonymisedAt'>): string | null {
  if (anonymisedAt) return 'its customer was forgotten';
  if (status === 'created') return 'it is not paid';
  return status === 'cancelled' ? 'it was cancelled' : null;
}

export const toPackingSlip = (
  order: SlippedOrder,
  items: readonly Pick<OrderItem, 'title' | 'variantSelections' | 'quantity'>[],
  shop: string,
): PackingSlip => ({
  shop,
  orderNumber: order.orderNumber,
  orderedOn: order.createdAt.toLocaleDateString('en-US', {
    ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
    timeZone: 'UTC',
  }),
  shipTo: formatAddress(order),
  lines: items.map(({ title, variantSelections: { size, color }, quantity }) => ({
    title,
    details: [size, color].filter(Boolean).join(', '),
    quantity: String(quantity),
  })),
  note: null,
});

/** All letters, for the choice of the fonts. */
export const listSlipTexts = ({ shop, orderNumber, orderedOn, shipTo, lines }: PackingSlip): string[] => [
  ...['Packing slip', 'Page 0123456789', shop, orderNumber, orderedOn, ...shipTo],
  ...lines.flatMap(({ title, details, quantity }) => [title, details, quantity]),
];

const QUANTITY: Style = { size: 12, isBold: true };

function placeHeader(layout: Layout, { shop, orderNumber, orderedOn, shipTo }: PackingSlip): void {
  layout.place('Packing slip', TITLE, layout.right, 'right');
  for (const line of layout.wrap(shop, TITLE, layout.right - layout.left - 150)) {
    layout.place(line, TITLE, layout.left);
    layout.y += heightOf(TITLE);
  }
  layout.y += 8;
  layout.rule({ width: 1.5 });
  layout.y += GAP;
  const middle = layout.left + (layout.right - layout.left) / 2;
  const width = middle - layout.left - GAP;
  const shipToEnd = placeBlock(layout, { label: 'Ship to', lines: shipTo }, middle, width);
  for (const [label, value] of [
    ['Order', orderNumber],
    ['Ordered', orderedOn],
  ] as const)
    layout.y = placeBlock(layout, { label, lines: [value] }, layout.left, width) + 6;
  layout.y = Math.max(layout.y, shipToEnd) + GAP;
}

function placeTableHead(layout: Layout): void {
  layout.place('Item', HEAD, layout.left);
  layout.place('Quantity', HEAD, layout.right, 'right');
  layout.y += heightOf(HEAD) + 2;
  layout.rule({ width: 1 });
  layout.y += 6;
}

function placeLine(layout: Layout, { title, details, quantity }: PackingSlip['lines'][number]): void {
  const width = layout.right - layout.left - 80;
  const rows = [title, details].filter(Boolean).flatMap((text) => layout.wrap(text, BODY, width));
  if (!layout.hasRoomFor(rows.length * heightOf(BODY) + 10)) {
    layout.startPage();
    placeTableHead(layout);
  }
  layout.place(quantity, QUANTITY, layout.right, 'right');
  for (const text of rows) {
    layout.place(text, BODY, layout.left);
    layout.y += heightOf(BODY);
  }
  layout.y += 4;
  layout.rule({ width: 0.5, isMuted: true });
  layout.y += 6;
}

/** One order begins on a page of its own. */
export function layOutPackingSlip(slip: PackingSlip, page: PageSize, measure: Measure): PlacedPage[] {
  const layout = new Layout(page, measure);
  placeHeader(layout, slip);
  placeTableHead(layout);
  for (const line of slip.lines) placeLine(layout, line);
  if (slip.note) layout.place(slip.note, SMALL, layout.left);
  const y = page.height - MARGIN - heightOf(SMALL);
  layout.pages.forEach(({ texts }, index) => {
    texts.push({ text: `Order ${slip.orderNumber}`, x: layout.left, y, align: 'left', ...SMALL });
    texts.push({
      text: `Page ${index + 1} of ${layout.pages.length}`,
      ...({ x: layout.right, y, align: 'right' } as const),
      ...SMALL,
    });
  });
  return layout.pages;
}

/** The last page: which of the selected orders have no slip. */
export function layOutMissing(missing: readonly string[], page: PageSize, measure: Measure): PlacedPage[] {
  const layout = new Layout(page, measure);
  layout.place('Not in this file', TITLE, layout.left);
  layout.y += heightOf(TITLE) + GAP;
  for (const text of missing) {
    if (!layout.hasRoomFor(heightOf(BODY))) layout.startPage();
    layout.place(text, BODY, layout.left);
    layout.y += heightOf(BODY);
  }
  return layout.pages;
}
