/** The parts that emails about an order have in common. */
import { BRAND, formatDollars } from '@shop/contracts-common';
import {
  formatArrival,
  formatCountry,
  listLocalityParts,
  type Order,
  type OrderItem,
  type OrderLink,
} from '@shop/contracts-order';
import type { Block, Content, ItemLine } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';

const STEPS = ['Paid', 'Printing', 'On its way', 'Delivered'] as const;
export const REASON = `You get this email because you placed this order at ${BRAND}.`;

export const progressBlock = (reached: number): Block => ({ kind: 'progress', steps: STEPS, reached });

const formatDetails = ({
  variantSelections: { size, color },
  missingChoices = [],
  quantity,
  unitPrice,
}: OrderItem): string =>
  [
    size,
    color,
    ...missingChoices.map(({ label }) => `No ${label} chosen`),
    quantity > 1 && `${quantity} × ${formatDollars(unitPrice)}`,
  ]
    .filter(Boolean)
    .join(' · ');

const toItemLine = (item: OrderItem, shop: ShopLinks): ItemLine => ({
  title: item.title,
  details: formatDetails(item),
  price: formatDollars(item.subtotal),
  pictureUrl: shop.getImageUrl(item.mockupUrl, 320) ?? shop.getImageUrl(item.generatedImage?.url, 320),
});

export const itemsBlock = ({ items: lines }: Order, shop: ShopLinks): Block => ({
  kind: 'items',
  items: lines.map((line) => toItemLine(line, shop)),
});

export const totalsBlock = ({ subtotal, shipping, tax, total }: Order): Block => ({
  kind: 'totals',
  rows: [
    ['Subtotal', formatDollars(subtotal)],
    ['Shipping', formatDollars(shipping)],
    ['Tax', formatDollars(tax)],
  ],
  sum: ['Total', formatDollars(total)],
});

/** Mail programs cut an email after about 100 kB. */
const LONG_ORDER = 25;

/** What a receipt must say follows the items, or comes first if they may be cut off. */
export const withItems = (order: Order, shop: ShopLinks, summary: readonly Block[]): Block[] =>
  order.items.length > LONG_ORDER ? [...summary, itemsBlock(order, shop)] : [itemsBlock(order, shop), ...summary];

export const addressBlock = ({ shippingAddress }: Order, title: string): Block => ({
  kind: 'address',
  title,
  lines: [
    shippingAddress.name,
    shippingAddress.address,
    ...(shippingAddress.address2 ? [shippingAddress.address2] : []),
    listLocalityParts(shippingAddress)
      .map(({ separator, text }) => `${separator}${text}`)
      .join(''),
    formatCountry(shippingAddress.country),
  ],
});

/** Empty if the shop estimates nothing. */
export const getArrivalNote = ({ arrival }: Order): Block[] =>
  arrival ? [{ kind: 'text', content: ['Estimated: arrives ', { strong: formatArrival(arrival) }, '.'] }] : [];

export const getCustomsNote = ({ customsNotice }: Pick<EmailProps['order-confirmed'], 'customsNotice'>): Block[] =>
  customsNotice ? [{ kind: 'text', content: customsNotice }] : [];

/** Empty for a guest without a link, who cannot see the order. */
export function getOrderButton({ order, link, hasAccount }: EmailProps['order-confirmed'], shop: ShopLinks): Block[] {
  if (link) return [{ kind: 'button', label: 'See your order', href: getOrderUrl(order.id, link, shop) }];
  return hasAccount ? [{ kind: 'button', label: 'See my orders', href: shop.getUrl('/orders') }] : [];
}

export const getContactNote = (question: string, { origin }: ShopLinks): Block => ({
  kind: 'note',
  content: `${question} Write to us at ${origin} under Contact, with the order number.`,
});
export const getNotYouNote = (shop: ShopLinks): Block => getContactNote('That was not you?', shop);
export const getWrongChangeNote = (shop: ShopLinks): Block =>
  getContactNote('Something about that is not right?', shop);

const DAY_MS = 86_400_000;

const formatTime = (at: Date): string => at.toISOString().slice(11, 16);
const formatDay = (at: Date): string =>
  at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** `14:32 UTC`, with its day if it is more than 24 hours away. UTC, because the recipient's time zone is unknown. */
export function formatDeadline(until: Date, now: Date): string {
  const isSoon = until.getTime() - now.getTime() < DAY_MS;
  return isSoon ? `${formatTime(until)} UTC` : `${formatTime(until)} UTC on ${formatDay(until)}`;
}

/** The signed link works without an account. */
export const getOrderUrl = (orderId: string, { key }: OrderLink, shop: ShopLinks): string =>
  shop.getUrl(`/orders/${orderId}`, { key });

/** Empty if the change window is over, for example when an email is sent late. */
export function getChangeWindowNote(link: OrderLink | undefined, now = new Date()): Block[] {
  const deadline = link?.changeableUntil ? new Date(link.changeableUntil) : null;
  if (!deadline || deadline <= now) return [];
  const content: Content = [
    'You can change or cancel your order until ',
    { strong: formatDeadline(deadline, now) },
    '.',
  ];
  return [{ kind: 'text', content }];
}
