/** Emails about the parcels of a shipped order: one more, another number, or one that came back. */
import { describeReturn, listParcels } from '@shop/contracts-order';
import type { Block, Content, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import {
  addressBlock,
  getContactNote,
  getOrderButton,
  getOrderUrl,
  itemsBlock,
  progressBlock,
  REASON,
} from './order-email.blocks.js';
import { formatParcel, getTrackingButton, toTrackingRows } from './order.emails.js';

type ParcelProps = EmailProps['order-parcel'];

interface Wording {
  subject: string;
  heading: string;
  text: Content;
}

function getWording({ order: { orderNumber }, what, tracking, numbers }: ParcelProps): Wording {
  const order = { strong: orderNumber };
  if (what === 'sent-again')
    return {
      subject: `Your order ${orderNumber} was sent again`,
      heading: 'Your order was sent again',
      text: ['The parcel that came back, of your order ', order, ', is on its way to you again.'],
    };
  if (what === 'sent' && listParcels(tracking).length > numbers.length)
    return {
      subject: `Another parcel of your order ${orderNumber} is on its way`,
      heading: 'Another parcel is on its way',
      text: [
        'One more parcel of your order ',
        order,
        tracking.isPartial ? ' has left us. The rest follows.' : ' has left us.',
      ],
    };
  if (what === 'sent')
    return {
      subject: `You can follow your order ${orderNumber}`,
      heading: 'You can follow your parcel',
      text: ['We have the tracking number of your order ', order, ' now.'],
    };
  return {
    subject: `The tracking number of your order ${orderNumber} has changed`,
    heading: 'Your tracking number has changed',
    text: ['Please follow your order ', order, ' by this number. The one that we gave you before was wrong.'],
  };
}

/** Only the parcels that are new; the order page has all of them. */
export function orderParcel(props: ParcelProps, shop: ShopLinks): EmailDocument {
  const { order, tracking, numbers, ...rest } = props;
  const { subject, heading, text } = getWording(props);
  const parcels = listParcels(tracking).filter(({ number }) => numbers.includes(number));
  const [trackingButton] = parcels.length === 1 ? parcels.flatMap((parcel) => getTrackingButton(parcel, shop)) : [];
  return {
    subject,
    preheader: parcels.map(formatParcel).join('; '),
    heading,
    blocks: [
      { kind: 'text', content: text },
      progressBlock(2),
      { kind: 'details', rows: parcels.flatMap(toTrackingRows) },
      ...(trackingButton ? [trackingButton] : getOrderButton({ order, ...rest }, shop)),
      addressBlock(order, 'Goes to'),
      itemsBlock(order, shop),
    ],
    reason: REASON,
  };
}

/** The reason was written by a carrier or the printer. */
export function orderReturned(
  { order, reason, ...rest }: EmailProps['order-returned'],
  shop: ShopLinks,
): EmailDocument {
  const button: Block[] = rest.link
    ? [{ kind: 'button', label: 'Check the address', href: getOrderUrl(order.id, rest.link, shop) }]
    : getOrderButton({ order, ...rest }, shop);
  return {
    subject: `The parcel with your order ${order.orderNumber} came back`,
    preheader: 'Please check the address, so that it can be sent again.',
    heading: 'Your parcel came back to us',
    blocks: [
      {
        kind: 'text',
        content: [
          'The parcel with your order ',
          { strong: order.orderNumber },
          ' ',
          reason === null ? describeReturn({ reason }) : { userText: describeReturn({ reason }) },
          '.',
        ],
      },
      {
        kind: 'text',
        content: 'Please check the address below, and correct it on the page of your order. Then we send it again.',
      },
      addressBlock(order, 'It was sent to'),
      ...button,
      itemsBlock(order, shop),
      getContactNote('The address is right, or you would rather have your money back?', shop),
    ],
    reason: REASON,
  };
}
