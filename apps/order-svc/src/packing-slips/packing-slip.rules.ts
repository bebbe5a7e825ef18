/** What a packing slip says, and where on its pages. It lies in the parcel, so it has no prices. */
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { ItemTable, placeFooters, placeHeader } from '../receipts/document-parts.rules.js';
import {
  BODY,
  GAP,
  HEAD,
  heightOf,
  Layout,
  type Measure,
  type PageSize,
  type PlacedPage,
  SMALL,
  type Style,
  TITLE,
} from '../receipts/page-layout.rules.js';
import { formatAddress, formatChoices } from '../receipts/receipt.rules.js';

export interface PackingSlip {
  shop: string;
  orderNumber: string;
  /** `November 20, 2026` */
  orderedOn: string;
  shipTo: readonly string[];
  /** Lines of the gift message. */
  giftLines: readonly string[];
  lines: readonly { title: string; details: string; quantity: string }[];
  /** Letters that the file can't show; null without. */
  note: string | null;
}

/** What a slip needs of an order. */
export type SlipOrder = Pick<
  Order,
  'orderNumber' | 'status' | 'createdAt' | 'shippingAddress' | 'anonymisedAt' | 'giftMessage'
>;

/** The shop: its name, and the time zone of its days. */
export interface SlipIssuer {
  shop: string;
  timeZone: string;
}

/** Null: the order has a slip. */
export function findSlipProblem({ status, anonymisedAt }: Pick<SlipOrder, 'status' | 'anonymisedAt'>): string | null {
  if (anonymisedAt) return 'its customer was forgotten';
  if (status === 'created') return 'it is not paid';
  return status === 'cancelled' ? 'it was cancelled' : null;
}

export const toPackingSlip = (
  order: SlipOrder,
  items: readonly Pick<OrderItem, 'title' | 'variantSelections' | 'quantity'>[],
  { shop, timeZone }: SlipIssuer,
): PackingSlip => ({
  shop,
  orderNumber: order.orderNumber,
  orderedOn: order.createdAt.toLocaleDateString('en-US', {
    ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
    timeZone,
  }),
  shipTo: formatAddress(order),
  giftLines: order.giftMessage?.split('\n') ?? [],
  lines: items.map(({ title, variantSelections, quantity }) => ({
    title,
    details: formatChoices(variantSelections),
    quantity: String(quantity),
  })),
  note: null,
});

const TITLE_TEXT = 'Packing slip';
const GIFT_TITLE = 'A message for you';

/** All letters, for the choice of the fonts. */
export const listSlipTexts = ({ shop, orderNumber, orderedOn, shipTo, giftLines, lines }: PackingSlip): string[] => [
  ...[TITLE_TEXT, 'Page 0123456789', GIFT_TITLE, shop, orderNumber, orderedOn, ...shipTo, ...giftLines],
  ...lines.flatMap(({ title, details, quantity }) => [title, details, quantity]),
];

const QUANTITY: Style = { size: 12, isBold: true };

/** Above the items, where the recipient sees it first. */
function placeGiftMessage(layout: Layout, lines: readonly string[]): void {
  layout.place(GIFT_TITLE, HEAD, layout.left);
  layout.y += heightOf(HEAD) + 2;
  for (const row of lines.flatMap((line) => layout.wrap(line, BODY, layout.right - layout.left))) {
    layout.place(row, BODY, layout.left);
    layout.y += heightOf(BODY);
  }
  layout.y += GAP;
}

/** One order begins on a page of its own. */
export function layOutPackingSlip(slip: PackingSlip, page: PageSize, measure: Measure): PlacedPage[] {
  const layout = new Layout(page, measure);
  placeHeader(layout, {
    title: TITLE_TEXT,
    seller: [slip.shop],
    facts: [
      ['Order', slip.orderNumber],
      ['Ordered', slip.orderedOn],
    ],
    shipTo: slip.shipTo,
  });
  if (slip.giftLines.length > 0) placeGiftMessage(layout, slip.giftLines);
  const columns = [{ head: 'Quantity', right: layout.right, style: QUANTITY }];
  const table = new ItemTable(layout, columns, layout.right - layout.left - 80);
  for (const { title, details, quantity } of slip.lines)
    table.placeRow({
      texts: [
        [title, BODY],
        [details, BODY],
      ],
      cells: [quantity],
    });
  if (slip.note) layout.place(slip.note, SMALL, layout.left);
  placeFooters(layout, `Order ${slip.orderNumber}`);
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
