/** The shop's questions about orders that are not printed yet. */
import type { Block, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { ALARM_REASON } from './alert.emails.js';
import { getOrderButton, itemsBlock, REASON } from './order-email.blocks.js';

export const orderQuestion = (
  { order, question, ...rest }: EmailProps['order-question'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `A question about your order ${order.orderNumber}`,
  preheader: 'We wait for your answer before we print it.',
  heading: 'We have a question about your order',
  blocks: [
    { kind: 'text', content: ['Before we print your order ', { strong: order.orderNumber }, ', please tell us:'] },
    { kind: 'text', content: { userText: question } },
    {
      kind: 'text',
      content:
        'On the page of your order you can answer, change how it is printed, or cancel it: then all that you paid goes back to you. Nothing is printed before that.',
    },
    ...getOrderButton({ order, ...rest }, shop),
    itemsBlock(order, shop),
  ],
  reason: REASON,
});

const WAITS = 'The order waits until someone continues its printing.';

/** To the shop's admins. */
export function questionAnswered(
  { orderId, orderNumber, question, answer }: EmailProps['question-answered'],
  shop: ShopLinks,
): EmailDocument {
  const subject = `The customer of order ${orderNumber} has answered`;
  return {
    subject,
    preheader: WAITS,
    heading: subject,
    blocks: [
      { kind: 'text', content: 'The question:' },
      { kind: 'text', content: { userText: question } },
      { kind: 'text', content: 'The answer:' },
      { kind: 'text', content: { userText: answer } },
      ...getOrderBlocks(orderId, shop),
    ],
    reason: ALARM_REASON,
  };
}

/** To the shop's admins. */
export function askedOrderChanged(
  { orderId, orderNumber, changes }: EmailProps['asked-order-changed'],
  shop: ShopLinks,
): EmailDocument {
  const subject = `The customer of order ${orderNumber} has changed it`;
  return {
    subject,
    preheader: WAITS,
    heading: subject,
    blocks: [
      { kind: 'text', content: 'The customer was asked a question, and has changed:' },
      ...changes.map((change): Block => ({ kind: 'text', content: { userText: change } })),
      ...getOrderBlocks(orderId, shop),
    ],
    reason: ALARM_REASON,
  };
}

const getOrderBlocks = (orderId: string, shop: ShopLinks): Block[] => [
  { kind: 'text', content: WAITS },
  { kind: 'button', label: 'Open the order', href: shop.getUrl(`/admin?tab=orders&order=${orderId}`) },
];
