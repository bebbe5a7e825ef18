import type { FoundDifferences, MoneyBack, Order, OrderLink, Tracking } from '@shop/contracts/order';

interface OfOrder {
  order: Order;
  /** Whether My Orders shows it to whoever gets the letter. */
  hasAccount: boolean;
  /** Left out of what the version before kept. */
  link?: OrderLink;
}

/** What each letter is made of; kept with it from the event until it is sent. */
export interface LetterProps {
  welcome: { firstName: string | null };
  'reset-link': { firstName: string | null; token: string };
  'password-changed': { firstName: string | null; at: string; by: 'owner' | 'reset-link' };
  'order-confirmed': OfOrder;
  'order-changed': OfOrder & { what: readonly string[] };
  'order-unpaid': OfOrder & { message: string };
  'order-printing': OfOrder;
  'order-shipped': OfOrder & { tracking: Tracking | null };
  'order-delivered': OfOrder;
  'order-cancelled': OfOrder & { moneyBack?: MoneyBack };
  'order-refunded': OfOrder & { amount: string; currency?: string };
  'artwork-ready': { petName: string | null; styleKey: string; imageUrl: string };
  'request-received': Record<string, never>;
  'request-answered': { name: string; subject: string; question: string; answer: string };
  'account-erased': { firstName: string | null };
  'differences-found': FoundDifferences;
}
export type LetterName = keyof LetterProps;
