/** Items that are sent again, and answers to problems that customers reported. */
import { describeReturn, listParcels } from '@shop/contracts-order';
import type { Block, Content, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { addressBlock, getContactNote, getOrderButton, itemsBlock, REASON } from './order-email.blocks.js';
import { formatParcel, getTrackingButton, toTrackingRows } from './order.emails.js';

type ReprintProps = EmailProps['order-reprint'];

interface Wording {
  subject: string;
  heading: string;
  text: Content;
}

function getWording({ order: { orderNumber }, what, reason }: ReprintProps): Wording {
  const order = { strong: orderNumber };
  switch (what) {
    case 'requested':
      return {
        subject: `We are sending it again: your order ${orderNumber}`,
        heading: 'We are sending it again',
        text: ['We print this of your order ', order, ' again, free of charge, and write when it is on its way.'],
      };
    case 'sent':
      return {
        subject: `What we send again of your order ${orderNumber} is on its way`,
        heading: 'It is on its way again',
        text: ['What we printed again of your order ', order, ' has left us.'],
      };
    case 'corrected':
      return {
        subject: `The tracking number of what we send again of your order ${orderNumber} has changed`,
        heading: 'The tracking number has changed',
        text: ['What we sent again of your order ', order, ' has this tracking number:'],
      };
    case 'returned':
      return {
        subject: `What we sent again of your order ${orderNumber} came back`,
        heading: 'What we sent again came back',
        text: [
          'What we sent again of your order ',
          order,
          ' ',
          reason === null ? describeReturn({ reason }) : { userText: describeReturn({ reason }) },
          '. Is the address right? Please write to us, so that we can send it once more.',
        ],
      };
    case 'cancelled':
      return {
        subject: `We are not sending your order ${orderNumber} again`,
        heading: 'We are not sending it again',
        text: ['This of your order ', order, ' is not sent again after all.'],
      };
  }
}

/** The ordered items with the number that is sent again. */
const toSentAgain = ({ order, items, shippingAddress }: ReprintProps): ReprintProps['order'] => ({
  ...order,
  shippingAddress,
  items: order.items.flatMap((item) => {
    const again = items.find(({ orderItemId }) => orderItemId === item.id);
    return again ? [{ ...item, quantity: again.quantity, unitPrice: '0.00', subtotal: '0.00' }] : [];
  }),
});

export function orderReprint(props: ReprintProps, shop: ShopLinks): EmailDocument {
  const { order, link, hasAccount, tracking, what } = props;
  const { subject, heading, text } = getWording(props);
  const parcels = tracking ? listParcels(tracking) : [];
  const trackingButton = parcels.length === 1 ? parcels.flatMap((parcel) => getTrackingButton(parcel, shop)) : [];
  const again = toSentAgain(props);
  return {
    subject,
    preheader:
      parcels.map(formatParcel).join('; ') ||
      (what === 'returned' ? 'Please check the address.' : 'You pay nothing for it.'),
    heading,
    blocks: [
      { kind: 'text', content: text },
      ...(parcels.length > 0 ? [{ kind: 'details', rows: parcels.flatMap(toTrackingRows) } satisfies Block] : []),
      itemsBlock(again, shop),
      ...(what === 'cancelled' ? [] : [addressBlock(again, what === 'returned' ? 'It was sent to' : 'Goes to')]),
      ...(trackingButton.length > 0 ? trackingButton : getOrderButton({ order, link, hasAccount }, shop)),
      getContactNote('Questions?', shop),
    ],
    reason: REASON,
  };
}

export const problemAnswered = (
  { order, text, answer, ...rest }: EmailProps['problem-answered'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: `Our answer about your order ${order.orderNumber}`,
  preheader: 'You reported a problem with it.',
  heading: 'Our answer to your report',
  blocks: [
    { kind: 'text', content: ['You wrote about your order ', { strong: order.orderNumber }, ':'] },
    { kind: 'text', content: { userText: text } },
    { kind: 'text', content: 'We answer:' },
    { kind: 'text', content: { userText: answer } },
    ...getOrderButton({ order, ...rest }, shop),
  ],
  reason: REASON,
});
