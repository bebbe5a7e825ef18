import type { Given } from '@shop/contracts/api';

/** Their owner is the one customer, or the one guest, with artwork. */
export const ART: ReadonlySet<Given> = new Set([
  'an artwork',
  'a cart',
  'a cart with a changed price',
  'a cart with something gone',
  'an open order',
  'a challenged payment',
  'a paid order',
  'a print file',
  'a print file that failed',
  'a refund that failed',
]);

export const CARD = { cardNumber: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' };
export const REQUEST = {
  name: 'Pat Doe',
  email: 'pat.doe@example.org',
  subject: 'A parcel to Maine',
  message: 'Do you ship to Maine?',
};
