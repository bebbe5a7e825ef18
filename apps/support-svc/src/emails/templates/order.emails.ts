import { formatDollars } from '@shop/contracts-common';
import {
  formatInCurrency,
  describeRefunds,
  getTrackingUrl,
  listParcels,
  type RefundSummary,
  type Tracking,
} from '@shop/contracts-order';
import type { Block, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import {
  addressBlock,
  getArrivalNote,
  getContactNote,
  getCustomsNote,
  getNotYouNote,
  getOrderButton,
  getWrongChangeNote,
  itemsBlock,
  progressBlock,
  REASON,
  totalsBlock,
  withItems,
  getChangeWindowNote,
} from './order-email.blocks.js';

const CHANGED_BY = { customer: 'You changed', shop: 'We changed', both: 'You and we changed' } as const;

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
    ...withItems(order, shop, [
      totalsBlock(order),
      addressBlock(order, 'Goes to'),
      ...getArrivalNote(order),
      ...getCustomsNote(rest),
      ...getOrderButton({ order, ...rest }, shop),
    ]),
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
    ...withItems(order, shop, [totalsBlock(order), ...getOrderButton({ order, ...rest }, shop)]),
  ],
  reason: REASON,
});

/** `articles`: titles with the chosen size and colour. */
export const orderOutOfStock = (
  { order, articles, ...rest }: EmailProps['order-out-of-stock'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `Something in your order ${order.orderNumber} is out of stock`,
  preheader: 'Please make another choice, or take your money back.',
  heading: 'Please choose: something is out of stock',
  blocks: [
    {
      kind: 'text',
      content: ['The printer has no more of this, from your order ', { strong: order.orderNumber }, ':'],
    },
    ...articles.map((article): Block => ({ kind: 'text', content: { userText: article } })),
    {
      kind: 'text',
      content:
        'On the page of your order you can choose another size, model or color at no extra charge, or cancel the order: then all that you paid goes back to you. Nothing is printed until then, unless it is in stock again first.',
    },
    ...getOrderButton({ order, ...rest }, shop),
    itemsBlock(order, shop),
    totalsBlock(order),
    getContactNote('Questions?', shop),
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
    ...getArrivalNote(order),
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
  const trackingButton = parcels.length === 1 ? parcels.flatMap((parcel) => getTrackingButton(parcel, shop)) : [];
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
      ...getArrivalNote(order),
      itemsBlock(order, shop),
      ...getLastChangesBlocks(changed, shop),
    ],
    reason: REASON,
  };
}

export const toTrackingRows = ({ carrier, number }: Tracking) => [
  ['Carrier', carrier] as const,
  ['Tracking number', number] as const,
];

/** Only for a single parcel; the order page has the links of several. */
export function getTrackingButton(parcel: Tracking, { carriers }: ShopLinks): Block[] {
  const trackingUrl = getTrackingUrl(parcel, carriers);
  return isHttpsUrl(trackingUrl) ? [{ kind: 'button', label: 'Follow the parcel', href: trackingUrl }] : [];
}

export const formatParcel = ({ carrier, number }: Tracking): string => `${carrier}, tracking number ${number}`;

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
