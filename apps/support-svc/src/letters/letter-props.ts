import type { FoundDifferences, MoneyBack, Order, OrderLink, Parcels } from '@shop/contracts/order';

interface OfOrder {
  order: Order;
  /** Whether My Orders shows it to whoever gets the letter. */
  hasAccount: boolean;
  /** Left out of what the version before kept. */
  link?: OrderLink;
}

interface LastChanges {
  /** In the last minutes before, and told of nowhere else. */
  changed?: readonly string[];
}

/** Whose changes a letter tells of: the customer's where nothing is said. */
export type Changers = 'customer' | 'shop' | 'both';

/** What each letter is made of; kept with it from the event until it is sent. */
export interface LetterProps {
  welcome: { firstName: string | null };
  'reset-link': { firstName: string | null; token: string };
  'password-changed': { firstName: string | null; at: string; by: 'owner' | 'reset-link' };
  'order-confirmed': OfOrder;
  /** All changes of a few minutes: `gatheredUntil`, before which it does not go out, and `sequence`, of the event that told of the last, are left out of what the version before kept. */
  'order-changed': OfOrder & { what: readonly string[]; gatheredUntil?: string; sequence?: number; by?: Changers };
  'order-unpaid': OfOrder & { message: string };
  'order-printing': OfOrder & LastChanges;
  'order-shipped': OfOrder & LastChanges & { tracking: Parcels | null };
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
