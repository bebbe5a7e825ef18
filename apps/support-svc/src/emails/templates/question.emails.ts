/** The shop's questions about orders that are not printed yet. */
import type { EmailDocument } from '../email-document.js';
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
        'On the page of your order you can answer, change how it is printed, or cancel it: then all that you paid goes back to you. Nothing is printed meanwhile.',
    },
    ...getOrderButton({ order, ...rest }, shop),
    itemsBlock(order, shop),
  ],
  reason: REASON,
});

/** To the shop's admins. */
export function questionAnswered(
  { orderId, orderNumber, question, answer }: EmailProps['question-answered'],
  shop: ShopLinks,
): EmailDocument {
  const subject = `The customer of order ${orderNumber} has answered`;
  return {
    subject,
    preheader: 'The order waits until somebody continues its printing.',
    heading: subject,
    blocks: [
      { kind: 'text', content: 'The question:' },
      { kind: 'text', content: { userText: question } },
      { kind: 'text', content: 'The answer:' },
      { kind: 'text', content: { userText: answer } },
      { kind: 'text', content: 'The order waits until somebody continues its printing.' },
      { kind: 'button', label: 'Open the order', href: shop.getUrl(`/admin?tab=orders&order=${orderId}`) },
    ],
    reason: ALARM_REASON,
  };
}
