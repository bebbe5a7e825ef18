/** How a letter leads to its order, and says until when that may be changed. Times are UTC: nobody knows the reader's zone. */
import type { OrderLink } from '@shop/contracts/order';
import type { Block, Content } from '../letter-document.js';
import type { ShopLinks } from '../shop-links.js';

const DAY_MS = 86_400_000;

const clock = (at: Date): string => at.toISOString().slice(11, 16);
const day = (at: Date): string => at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** `14:32 UTC`, with its day where that is not plain. */
export function untilWords(until: Date, now: Date): string {
  const isSoon = until.getTime() - now.getTime() < DAY_MS;
  return isSoon ? `${clock(until)} UTC` : `${clock(until)} UTC on ${day(until)}`;
}

/** Who has the letter needs no account. */
export const toOrder = (orderId: string, { key }: OrderLink, shop: ShopLinks): string =>
  shop.to(`/orders/${orderId}`, { key });

/** Nothing once the hold is over, as it may be when a letter goes out late. */
export function holdNote(link: OrderLink | undefined, now = new Date()): Block[] {
  const until = link?.changeableUntil ? new Date(link.changeableUntil) : null;
  if (!until || until <= now) return [];
  const content: Content = ['You can change or cancel your order until ', { strong: untilWords(until, now) }, '.'];
  return [{ kind: 'text', content }];
}
