import { BRAND, formatDollars } from '@shop/contracts/common';
import {
  formatInCurrency,
  formatCountry,
  describeRefunds,
  getTrackingUrl,
  listParcels,
  NOT_APPLICABLE,
  type RefundSummary,
  type Order,
  type OrderItem,
  type Tracking,
} from '@shop/contracts/order';
import type { Block, ItemLine, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { getChangeWindowNote, getOrderUrl } from './order-link.rules.js';

const STEPS = ['Paid', 'Printing', 'On its way', 'Delivered'] as const;
const REASON = `You get this letter because you placed this order at ${BRAND}.`;

const progressBlock = (reached: number): Block => ({ kind: 'progress', steps: STEPS, reached });

const formatDetails = ({ variantSelections: { size, color }, quantity, unitPrice }: OrderItem): string =>
  [size && `Size ${size}`, color, quantity > 1 && `${quantity} × ${formatDollars(unitPrice)}`]
    .filter(Boolean)
    .join(' · ');

const toItemLine = (item: OrderItem, shop: ShopLinks): ItemLine => ({
  title: item.title,
  details: formatDetails(item),
  price: formatDollars(item.subtotal),
  pictureUrl: shop.getImageUrl(item.mockupUrl, 320) ?? shop.getImageUrl(item.generatedImage?.url, 320),
});

const itemsBlock = ({ items: lines }: Order, shop: ShopLinks): Block => ({
  kind: 'items',
  items: lines.map((line) => toItemLine(line, shop)),
});

const totalsBlock = ({ subtotal, shipping, tax, total }: Order): Block => ({
  kind: 'totals',
  rows: [
    ['Subtotal', formatDollars(subtotal)],
    ['Shipping', formatDollars(shipping)],
    ['Tax', formatDollars(tax)],
  ],
  sum: ['Total', formatDollars(total)],
});

const addressBlock = (
  { shippingAddress: { name, address: street, city, state, zip, country } }: Order,
  title: string,
): Block => ({
  kind: 'address',
  title,
  lines: [
    name,
    street,
    [city, [state, zip].filter((part) => part !== NOT_APPLICABLE).join(' ')].filter(Boolean).join(', '),
    formatCountry(country),
  ],
});

/** Empty for a guest without a link, who cannot see the order. */
function getOrderButton({ order, link, hasAccount }: EmailProps['order-confirmed'], shop: ShopLinks): Block[] {
  if (link) return [{ kind: 'button', label: 'See your order', href: getOrderUrl(order.id, link, shop) }];
  return hasAccount ? [{ kind: 'button', label: 'See my orders', href: shop.getUrl('/orders') }] : [];
}

const CHANGED_BY = { customer: 'You changed', shop: 'We changed', both: 'You and we changed' } as const;

const getContactNote = (question: string, { origin }: ShopLinks): Block => ({
  kind: 'note',
  content: `${question} Write to us at ${origin} under Contact, with the order number.`,
});
const getNotYouNote = (shop: ShopLinks): Block => getContactNote('That was not you?', shop);
const getWrongChangeNote = (shop: ShopLinks): Block => getContactNote('Something about that is not right?', shop);

export const orderConfirmed = ({ order, ...rest }: EmailProps['order-confirmed'], shop: ShopLinks): EmailDocument => ({
  subject: `Thank you for your order ${order.orderNumber}`,
  preheader: `${formatDollars(order.total)} paid. We print it next, and write when it is on its way.`,
  heading: 'Thank you for your order!',
  blocks: [
    {
      kind: 'text',
      content: [
        'We have your order ',
        { strong: order.orderNumber },
        ' and your payment. It is printed next, and we write again when it is on its way.',
      ],
    },
    ...getChangeWindowNote(rest.link),
    progressBlock(0),
    itemsBlock(order, shop),
    totalsBlock(order),
    addressBlock(order, 'Goes to'),
    ...getOrderButton({ order, ...rest }, shop),
  ],
  reason: REASON,
});

export const orderChanged = (
  { order, changes, by = 'customer', ...rest }: EmailProps['order-changed'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `Your order ${order.orderNumber} was changed`,
  preheader: 'What is printed, and where it goes, as it is now.',
  heading: 'Your order was changed',
  blocks: [
    { kind: 'text', content: [`${CHANGED_BY[by]} your order `, { strong: order.orderNumber }, ':'] },
    ...changes.map((change): Block => ({ kind: 'text', content: { userText: change } })),
    ...getChangeWindowNote(rest.link),
    itemsBlock(order, shop),
    totalsBlock(order),
    addressBlock(order, 'Goes to'),
    ...getOrderButton({ order, ...rest }, shop),
    by === 'customer' ? getNotYouNote(shop) : getWrongChangeNote(shop),
  ],
  reason: REASON,
});

/** A cart belongs to a session, and a guest's session to one browser. A person with an account may have ordered without signing in. */
const describeCartLocation = (hasAccount: boolean): string =>
  hasAccount
    ? 'Your cart is in your account if you were signed in when you ordered, else in the browser you ordered with: go to the checkout there.'
    : 'Your cart is in the browser you ordered with: go to the checkout there. Any other browser, and any other device, has a cart of its own.';

/** For delayed payment methods such as debits, transfers and vouchers. `message` is the bank's reason, or empty. */
export const orderUnpaid = (
  { order, message, ...rest }: EmailProps['order-unpaid'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `The payment for your order ${order.orderNumber} didn’t go through`,
  preheader: 'Nothing was charged. You can pay again within a day.',
  heading: 'Your payment didn’t go through',
  blocks: [
    {
      kind: 'text',
      content: [
        'Your bank has not paid your order ',
        { strong: order.orderNumber },
        '. Nothing was charged, and nothing is printed yet.',
      ],
    },
    ...(message === '' ? [] : [{ kind: 'text', content: { userText: message } } satisfies Block]),
    { kind: 'text', content: 'You can pay again within a day, in this way or another.' },
    { kind: 'text', content: describeCartLocation(rest.hasAccount) },
    itemsBlock(order, shop),
    totalsBlock(order),
    ...getOrderButton({ order, ...rest }, shop),
  ],
  reason: REASON,
});

/** Changes that have no email of their own, because the order's status changed first. */
function getLastChangesBlocks(changes: readonly string[], shop: ShopLinks): Block[] {
  if (changes.length === 0) return [];
  return [
    { kind: 'text', content: 'The last changes are in it:' },
    ...changes.map((words): Block => ({ kind: 'text', content: { userText: words } })),
    getWrongChangeNote(shop),
  ];
}

export const orderPrinting = (
  { order, lastChanges: changed = [], ...rest }: EmailProps['order-printing'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `Your order ${order.orderNumber} is being printed`,
  preheader: 'Your artwork is in the press. We write when the parcel leaves.',
  heading: 'Your order is being printed',
  blocks: [
    {
      kind: 'text',
      content: [
        'Your order ',
        { strong: order.orderNumber },
        ' is in the press. We write again when the parcel leaves.',
      ],
    },
    progressBlock(1),
    itemsBlock(order, shop),
    ...getLastChangesBlocks(changed, shop),
    ...(changed.length > 0 ? [addressBlock(order, 'Goes to')] : []),
    ...getOrderButton({ order, ...rest }, shop),
  ],
  reason: REASON,
});

const isHttpsUrl = (address: string | null | undefined): address is string =>
  !!address && URL.canParse(address) && new URL(address).protocol === 'https:';

export function orderShipped(
  { order, tracking, lastChanges: changed = [], ...rest }: EmailProps['order-shipped'],
  shop: ShopLinks,
): EmailDocument {
  const parcels = tracking ? listParcels(tracking) : [];
  const trackingButton = parcels.length === 1 ? parcels.flatMap(getTrackingButton) : [];
  const oneParcelText = tracking?.isPartial
    ? ['A part of your order ', { strong: order.orderNumber }, ' has left us. The rest follows.']
    : ['The parcel with your order ', { strong: order.orderNumber }, ' has left us.'];
  const severalParcelsText = [
    'Your order ',
    { strong: order.orderNumber },
    ` has left us in ${parcels.length} parcels.${tracking?.isPartial ? ' The rest follows.' : ''}`,
  ];
  return {
    subject: `Your order ${order.orderNumber} is on its way`,
    preheader: parcels.map(formatParcel).join('; ') || 'The parcel has left for your address.',
    heading: 'Your order is on its way',
    blocks: [
      { kind: 'text', content: parcels.length > 1 ? severalParcelsText : oneParcelText },
      progressBlock(2),
      ...(parcels.length > 0 ? [{ kind: 'details', rows: parcels.flatMap(toTrackingRows) } satisfies Block] : []),
      ...(trackingButton.length > 0 ? trackingButton : getOrderButton({ order, ...rest }, shop)),
      addressBlock(order, 'Goes to'),
      itemsBlock(order, shop),
      ...getLastChangesBlocks(changed, shop),
    ],
    reason: REASON,
  };
}

const toTrackingRows = ({ carrier, number }: Tracking) => [
  ['Carrier', carrier] as const,
  ['Tracking number', number] as const,
];

/** Only for a single parcel; the order page has the links of several. */
function getTrackingButton(parcel: Tracking): Block[] {
  const trackingUrl = getTrackingUrl(parcel);
  return isHttpsUrl(trackingUrl) ? [{ kind: 'button', label: 'Follow the parcel', href: trackingUrl }] : [];
}

const formatParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

export const orderDelivered = ({ order }: EmailProps['order-delivered'], shop: ShopLinks): EmailDocument => ({
  subject: `Your order ${order.orderNumber} has arrived`,
  preheader: 'We hope you and your pet like it.',
  heading: 'Your order has arrived',
  blocks: [
    {
      kind: 'text',
      content: ['Your order ', { strong: order.orderNumber }, ' was delivered. We hope you and your pet like it.'],
    },
    progressBlock(3),
    itemsBlock(order, shop),
    getContactNote('Something is not as it should be, or nothing has come?', shop),
    { kind: 'button', label: 'Make another one', href: shop.getUrl('/create') },
  ],
  reason: REASON,
});

const NOTHING_CHARGED = 'No payment has reached us, and nothing was charged.';

/** Without `refundSummary`, which events may omit, the remaining amount is unknown. */
function getRefundTexts(refundSummary?: RefundSummary): string[] {
  if (!refundSummary)
    return ['What you paid, and has not gone back yet, goes back to your card or account; we write once that is done.'];
  const texts = describeRefunds(refundSummary);
  return texts.length > 0 ? texts : [NOTHING_CHARGED];
}

export const orderCancelled = ({ order, ...rest }: EmailProps['order-cancelled'], shop: ShopLinks): EmailDocument => ({
  subject: `Your order ${order.orderNumber} was cancelled`,
  preheader: ['Nothing will be printed or sent.', ...getRefundTexts(rest.refundSummary).slice(0, 1)].join(' '),
  heading: 'Your order was cancelled',
  blocks: [
    {
      kind: 'text',
      content: ['Your order ', { strong: order.orderNumber }, ' was cancelled. Nothing will be printed or sent.'],
    },
    ...getRefundTexts(rest.refundSummary).map((text): Block => ({ kind: 'text', content: [text] })),
    itemsBlock(order, shop),
    ...(rest.link ? getOrderButton({ order, ...rest }, shop) : []),
    getContactNote('Questions?', shop),
  ],
  reason: REASON,
});

export const orderRefunded = (
  { order, amount, currency }: EmailProps['order-refunded'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `Your refund for order ${order.orderNumber}`,
  preheader: `${formatInCurrency(amount, currency)} is on its way back to your card or account.`,
  heading: `We’ve refunded ${formatInCurrency(amount, currency)}`,
  blocks: [
    {
      kind: 'text',
      content: [
        'The refund for your order ',
        { strong: order.orderNumber },
        ' is done. Banks need up to ten days to show it on your card or account.',
      ],
    },
    {
      kind: 'totals',
      rows: [['Order total', formatDollars(order.total)]],
      sum: ['Refunded', formatInCurrency(amount, currency)],
    },
    getContactNote('It did not arrive?', shop),
  ],
  reason: REASON,
});
