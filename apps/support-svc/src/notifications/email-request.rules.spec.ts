import { ORDER_EMAIL_KINDS, type OrderEmailKind } from '@shop/contracts-order';
import { sampleOrder } from '../../test/email-samples.js';
import { renderEmail } from '../emails/render-email.js';
import { ShopLinks } from '../emails/shop-links.js';
import { type EmailRequest, findRequestedEmail } from './email-request.rules.js';

const requested = (kind: string, change: Partial<EmailRequest> = {}): EmailRequest => ({
  order: sampleOrder({ status: 'shipped' }),
  userId: null,
  link: { key: 'a-key', changeableUntil: null },
  requestId: crypto.randomUUID(),
  emailId: crypto.randomUUID(),
  kind,
  about: null,
  customsNotice: 'Duties may be due.',
  changes: [
    { what: ['Classic T-Shirt: size L', 'the delivery address'], isByAdmin: false },
    { what: ['Classic T-Shirt: size M'], isByAdmin: true },
  ],
  message: 'The account was closed.',
  outOfStock: [{ title: 'Classic T-Shirt', variantSelections: { size: 'M', color: 'Sand' } }],
  question: 'Is the photo too dark?',
  tracking: { carrier: 'USPS', number: '9400', url: null, further: [{ carrier: 'UPS', number: '1Z', url: null }] },
  reason: 'the address is unknown',
  refundSummary: {
    currency: 'usd',
    refunded: '7.00',
    pending: '0.00',
    chargedBack: '0.00',
    retained: '0.00',
    isDisputed: false,
  },
  refund: { amount: '5.00', currency: 'usd' },
  ...change,
});

/** What the email says about the order, from the event. */
const CONTENTS: Readonly<Record<OrderEmailKind, readonly string[]>> = {
  'order-confirmed': ['and your payment. It is on its way.', 'Duties may be due.', '?key=a-key'],
  'order-changed': ['You and we changed', 'the delivery address', 'Classic T-Shirt: size M', 'Duties may be due.'],
  'order-unpaid': ['The account was closed.'],
  'order-out-of-stock': ['Classic T-Shirt, M, Sand'],
  'order-question': ['Is the photo too dark?'],
  'order-printing': ['is in the press'],
  'order-shipped': ['in 2 parcels', '9400', '1Z'],
  'order-parcel': ['9400', '1Z'],
  'order-returned': ['the address is unknown'],
  'order-delivered': ['was delivered'],
  'order-cancelled': ['$7.00 went back'],
  'order-refunded': ['$5.00'],
};

it.each(ORDER_EMAIL_KINDS)('%s is sent again with what is true now', (kind) => {
  const email = findRequestedEmail(requested(kind));
  expect(email?.template).toBe(kind);
  const { text } = renderEmail(kind, email!.props as never, new ShopLinks('https://petart.example'));
  for (const content of CONTENTS[kind]) expect(text.replace(/[\u2066-\u2069]/g, '')).toContain(content);
  expect(text).not.toContain('size L');
});

it('nothing is sent again that the event says nothing about, nor of an unknown kind', () => {
  expect(findRequestedEmail(requested('order-question', { question: undefined }))).toBeNull();
  expect(findRequestedEmail(requested('order-refunded', { refund: undefined }))).toBeNull();
  expect(findRequestedEmail(requested('order-parcel', { tracking: null }))).toBeNull();
  expect(findRequestedEmail(requested('toString'))).toBeNull();
});
