/** The link to an order and the end of its change window, for emails. Times are UTC, because the recipient's time zone is unknown. */
import type { OrderLink } from '@shop/contracts/order';
import type { Block, Content } from '../email-document.js';
import type { ShopLinks } from '../shop-links.js';

const DAY_MS = 86_400_000;

const formatTime = (at: Date): string => at.toISOString().slice(11, 16);
const formatDay = (at: Date): string =>
  at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** `14:32 UTC`, with its day if it is more than 24 hours away. */
export function formatDeadline(until: Date, now: Date): string {
  const isSoon = until.getTime() - now.getTime() < DAY_MS;
  return isSoon ? `${formatTime(until)} UTC` : `${formatTime(until)} UTC on ${formatDay(until)}`;
}

/** The signed link works without an account. */
export const getOrderUrl = (orderId: string, { key }: OrderLink, shop: ShopLinks): string =>
  shop.getUrl(`/orders/${orderId}`, { key });

/** Empty if the change window is over, for example when an email is sent late. */
export function getChangeWindowNote(link: OrderLink | undefined, now = new Date()): Block[] {
  const deadline = link?.changeableUntil ? new Date(link.changeableUntil) : null;
  if (!deadline || deadline <= now) return [];
  const content: Content = [
    'You can change or cancel your order until ',
    { strong: formatDeadline(deadline, now) },
    '.',
  ];
  return [{ kind: 'text', content }];
}
