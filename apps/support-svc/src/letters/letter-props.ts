import type { Order } from '@shop/contracts/order';

/** What each letter is made of; kept with it from the event until it is sent. */
export interface LetterProps {
  welcome: { firstName: string | null };
  'reset-link': { firstName: string | null; token: string };
  'password-changed': { firstName: string | null; at: string };
  'order-confirmed': { order: Order };
  'order-printing': { order: Order };
  'order-shipped': { order: Order; tracking: Tracking | null };
  'order-delivered': { order: Order };
  'order-cancelled': { order: Order };
  'order-refunded': { order: Order; amount: string };
  'artwork-ready': { firstName: string | null; petName: string | null; styleKey: string; imageUrl: string };
  'request-received': { name: string; subject: string; message: string };
  'request-answered': { name: string; subject: string; question: string; answer: string };
  'account-erased': { firstName: string | null };
}
export type LetterName = keyof LetterProps;

export interface Tracking {
  carrier: string;
  number: string;
  url: string | null;
}
