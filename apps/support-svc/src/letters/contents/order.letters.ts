import { BRAND, dollars } from '@shop/contracts/common';
import {
  inCurrency,
  moneyBackWords,
  parcelAddress,
  parcelsOf,
  type MoneyBack,
  type Order,
  type OrderItem,
  type Tracking,
} from '@shop/contracts/order';
import type { Block, ItemLine, LetterDocument } from '../letter-document.js';
import type { LetterProps } from '../letter-props.js';
import type { ShopLinks } from '../shop-links.js';
import { holdNote, toOrder } from './order-link.rules.js';

const STEPS = ['Paid', 'Printing', 'On its way', 'Delivered'] as const;
const REASON = `You get this letter because you placed this order at ${BRAND}.`;

const progress = (reached: number): Block => ({ kind: 'progress', steps: STEPS, reached });

const detailsOf = ({ variantSelections: { size, color }, quantity, unitPrice }: OrderItem): string =>
  [size && `Size ${size}`, color, quantity > 1 && `${quantity} × ${dollars(unitPrice)}`].filter(Boolean).join(' · ');

const lineOf = (item: OrderItem, shop: ShopLinks): ItemLine => ({
  title: item.title,
  details: detailsOf(item),
  price: dollars(item.subtotal),
  pictureUrl: shop.picture(item.mockupUrl, 320) ?? shop.picture(item.generatedImage?.url, 320),
});

const items = ({ items: lines }: Order, shop: ShopLinks): Block => ({
  kind: 'items',
  items: lines.map((line) => lineOf(line, shop)),
});

const totals = ({ subtotal, shipping, tax, total }: Order): Block => ({
  kind: 'totals',
  rows: [
    ['Subtotal', dollars(subtotal)],
    ['Shipping', dollars(shipping)],
    ['Tax', dollars(tax)],
  ],
  sum: ['Total', dollars(total)],
});

const address = (
  { shippingAddress: { name, address: street, city, state, zip, country } }: Order,
  title: string,
): Block => ({
  kind: 'address',
  title,
  lines: [name, street, `${city}, ${state} ${zip}`, country],
});

/** Without a link, a guest has nothing to look at. */
function seeOrder({ order, link, hasAccount }: LetterProps['order-confirmed'], shop: ShopLinks): Block[] {
  if (link) return [{ kind: 'button', label: 'See your order', href: toOrder(order.id, link, shop) }];
  return hasAccount ? [{ kind: 'button', label: 'See my orders', href: shop.to('/orders') }] : [];
}

const WHO_CHANGED = { customer: 'You changed', shop: 'We changed', both: 'You and we changed' } as const;

const askedUs = (question: string, { origin }: ShopLinks): Block => ({
  kind: 'note',
  content: `${question} Write to us at ${origin} under Contact, with the order number.`,
});
const notYou = (shop: ShopLinks): Block => askedUs('That was not you?', shop);
const notRight = (shop: ShopLinks): Block => askedUs('Something about that is not right?', shop);

export const orderConfirmed = (
  { order, ...rest }: LetterProps['order-confirmed'],
  shop: ShopLinks,
): LetterDocument => ({
  subject: `Thank you for your order ${order.orderNumber}`,
  preheader: `${dollars(order.total)} paid. We print it next, and write when it is on its way.`,
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
    ...holdNote(rest.link),
    progress(0),
    items(order, shop),
    totals(order),
    address(order, 'Goes to'),
    ...seeOrder({ order, ...rest }, shop),
  ],
  reason: REASON,
});

export const orderChanged = (
  { order, what, by = 'customer', ...rest }: LetterProps['order-changed'],
  shop: ShopLinks,
): LetterDocument => ({
  subject: `Your order ${order.orderNumber} was changed`,
  preheader: 'What is printed, and where it goes, as it is now.',
  heading: 'Your order was changed',
  blocks: [
    { kind: 'text', content: [`${WHO_CHANGED[by]} your order `, { strong: order.orderNumber }, ':'] },
    ...what.map((words): Block => ({ kind: 'text', content: { words } })),
    ...holdNote(rest.link),
    items(order, shop),
    totals(order),
    address(order, 'Goes to'),
    ...seeOrder({ order, ...rest }, shop),
    by === 'customer' ? notYou(shop) : notRight(shop),
  ],
  reason: REASON,
});

/** The cart is the session's, and a guest's session is the browser's. Somebody with an account may have ordered without signing in. */
const whereCartIs = (hasAccount: boolean): string =>
  hasAccount
    ? 'Your cart is in your account if you were signed in when you ordered, else in the browser you ordered with: go to the checkout there.'
    : 'Your cart is in the browser you ordered with: go to the checkout there. Any other browser, and any other device, has a cart of its own.';

/** Of a debit, a transfer, a voucher that came to nothing after a while; `message`: the bank's reason, where it gives one. */
export const orderUnpaid = (
  { order, message, ...rest }: LetterProps['order-unpaid'],
  shop: ShopLinks,
): LetterDocument => ({
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
    ...(message === '' ? [] : [{ kind: 'text', content: { words: message } } satisfies Block]),
    { kind: 'text', content: 'You can pay again within a day, in this way or another.' },
    { kind: 'text', content: whereCartIs(rest.hasAccount) },
    items(order, shop),
    totals(order),
    ...seeOrder({ order, ...rest }, shop),
  ],
  reason: REASON,
});

/** Of changes that no letter of their own told of: the order went on before. */
function lastChanges(changed: readonly string[], shop: ShopLinks): Block[] {
  if (changed.length === 0) return [];
  return [
    { kind: 'text', content: 'The last changes are in it:' },
    ...changed.map((words): Block => ({ kind: 'text', content: { words } })),
    notRight(shop),
  ];
}

export const orderPrinting = (
  { order, changed = [], ...rest }: LetterProps['order-printing'],
  shop: ShopLinks,
): LetterDocument => ({
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
    progress(1),
    items(order, shop),
    ...lastChanges(changed, shop),
    ...(changed.length > 0 ? [address(order, 'Goes to')] : []),
    ...seeOrder({ order, ...rest }, shop),
  ],
  reason: REASON,
});

const isWebAddress = (address: string | null | undefined): address is string =>
  !!address && URL.canParse(address) && new URL(address).protocol === 'https:';

export function orderShipped(
  { order, tracking, changed = [], ...rest }: LetterProps['order-shipped'],
  shop: ShopLinks,
): LetterDocument {
  const parcels = tracking ? parcelsOf(tracking) : [];
  const follow = parcels.length === 1 ? parcels.flatMap(followParcel) : [];
  const left = tracking?.isPartial
    ? ['A part of your order ', { strong: order.orderNumber }, ' has left us. The rest follows.']
    : ['The parcel with your order ', { strong: order.orderNumber }, ' has left us.'];
  const several = [
    'Your order ',
    { strong: order.orderNumber },
    ` has left us in ${parcels.length} parcels.${tracking?.isPartial ? ' The rest follows.' : ''}`,
  ];
  return {
    subject: `Your order ${order.orderNumber} is on its way`,
    preheader: parcels.map(oneParcel).join('; ') || 'The parcel has left for your address.',
    heading: 'Your order is on its way',
    blocks: [
      { kind: 'text', content: parcels.length > 1 ? several : left },
      progress(2),
      ...(parcels.length > 0 ? [{ kind: 'facts', rows: parcels.flatMap(rowsOf) } satisfies Block] : []),
      ...(follow.length > 0 ? follow : seeOrder({ order, ...rest }, shop)),
      address(order, 'Goes to'),
      items(order, shop),
      ...lastChanges(changed, shop),
    ],
    reason: REASON,
  };
}

const rowsOf = ({ carrier, number }: Tracking) => [['Carrier', carrier] as const, ['Tracking number', number] as const];

/** Of several parcels the order's own page has the links. */
function followParcel(parcel: Tracking): Block[] {
  const page = parcelAddress(parcel);
  return isWebAddress(page) ? [{ kind: 'button', label: 'Follow the parcel', href: page }] : [];
}

const oneParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

export const orderDelivered = ({ order }: LetterProps['order-delivered'], shop: ShopLinks): LetterDocument => ({
  subject: `Your order ${order.orderNumber} has arrived`,
  preheader: 'We hope you and your pet like it.',
  heading: 'Your order has arrived',
  blocks: [
    {
      kind: 'text',
      content: ['Your order ', { strong: order.orderNumber }, ' was delivered. We hope you and your pet like it.'],
    },
    progress(3),
    items(order, shop),
    askedUs('Something is not as it should be, or nothing has come?', shop),
    { kind: 'button', label: 'Make another one', href: shop.to('/create') },
  ],
  reason: REASON,
});

const NOTHING_PAID = 'No payment has reached us, and nothing was charged.';

/** A letter that the version before has kept does not know how much is left. */
function wordsOfMoney(moneyBack?: MoneyBack): string[] {
  if (!moneyBack)
    return ['What you paid, and has not gone back yet, goes back to your card or account; we write once that is done.'];
  const sentences = moneyBackWords(moneyBack);
  return sentences.length > 0 ? sentences : [NOTHING_PAID];
}

export const orderCancelled = (
  { order, ...rest }: LetterProps['order-cancelled'],
  shop: ShopLinks,
): LetterDocument => ({
  subject: `Your order ${order.orderNumber} was cancelled`,
  preheader: ['Nothing will be printed or sent.', ...wordsOfMoney(rest.moneyBack).slice(0, 1)].join(' '),
  heading: 'Your order was cancelled',
  blocks: [
    {
      kind: 'text',
      content: ['Your order ', { strong: order.orderNumber }, ' was cancelled. Nothing will be printed or sent.'],
    },
    ...wordsOfMoney(rest.moneyBack).map((sentence): Block => ({ kind: 'text', content: [sentence] })),
    items(order, shop),
    ...(rest.link ? seeOrder({ order, ...rest }, shop) : []),
    askedUs('Questions?', shop),
  ],
  reason: REASON,
});

export const orderRefunded = (
  { order, amount, currency }: LetterProps['order-refunded'],
  shop: ShopLinks,
): LetterDocument => ({
  subject: `Your refund for order ${order.orderNumber}`,
  preheader: `${inCurrency(amount, currency)} is on its way back to your card or account.`,
  heading: `We’ve refunded ${inCurrency(amount, currency)}`,
  blocks: [
    {
      kind: 'text',
      content: [
        'The refund for your order ',
        { strong: order.orderNumber },
        ' is done. Banks need up to ten days to show it on your card or account.',
      ],
    },
    { kind: 'totals', rows: [['Order total', dollars(order.total)]], sum: ['Refunded', inCurrency(amount, currency)] },
    askedUs('It did not arrive?', shop),
  ],
  reason: REASON,
});
