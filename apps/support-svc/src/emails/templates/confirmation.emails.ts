/** The confirmation of a paid order. */
import { formatDollars } from '@shop/contracts-common';
import type { Order } from '@shop/contracts-order';
import type { Block, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import {
  addressBlock,
  getArrivalNote,
  getChangeWindowNote,
  getCustomsNote,
  getOrderButton,
  progressBlock,
  REASON,
  totalsBlock,
  withItems,
} from './order-email.blocks.js';

/** A confirmation may be sent again later. */
const CONFIRMED_STATES = {
  paid: {
    preheader: 'We print it next, and write when it is on its way.',
    text: ' and your payment. It is printed next, and we write again when it is on its way.',
    reached: 0,
  },
  processing: {
    preheader: 'It is being printed, and we write when it is on its way.',
    text: ' and your payment. It is being printed, and we write again when it is on its way.',
    reached: 1,
  },
  shipped: { preheader: 'It is on its way.', text: ' and your payment. It is on its way.', reached: 2 },
  delivered: { preheader: 'It was delivered.', text: ' and your payment. It was delivered.', reached: 3 },
} as const;

const getConfirmedState = ({ status }: Order) =>
  status === 'created' || status === 'cancelled' ? CONFIRMED_STATES.paid : CONFIRMED_STATES[status];

/** The page has the receipt as PDF. */
const getReceiptNote = ({ link }: Pick<EmailProps['order-confirmed'], 'link'>): Block[] =>
  link ? [{ kind: 'note', content: 'The page of your order has a receipt as PDF.' }] : [];

export function orderConfirmed({ order, ...rest }: EmailProps['order-confirmed'], shop: ShopLinks): EmailDocument {
  const { preheader, text, reached } = getConfirmedState(order);
  return {
    subject: `Thank you for your order ${order.orderNumber}`,
    preheader: `${formatDollars(order.total)} paid. ${preheader}`,
    heading: 'Thank you for your order!',
    blocks: [
      { kind: 'text', content: ['We have your order ', { strong: order.orderNumber }, text] },
      ...getChangeWindowNote(rest.link),
      progressBlock(reached),
      ...withItems(order, shop, [
        totalsBlock(order),
        addressBlock(order, 'Goes to'),
        ...(order.status === 'delivered' ? [] : getArrivalNote(order)),
        ...getCustomsNote(rest),
        ...getOrderButton({ order, ...rest }, shop),
        ...getReceiptNote(rest),
      ]),
    ],
    reason: REASON,
  };
}
