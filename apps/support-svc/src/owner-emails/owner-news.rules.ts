import type { OwnerEmailKind } from '@shop/contracts-support';
import type { EmailProps, OwnerNewsItem } from '../emails/email-props.js';

/** A new order or request. */
export interface NewsRow extends Omit<OwnerNewsItem, 'total'> {
  kind: OwnerEmailKind;
  userId: string | null;
  happenedAt: Date;
  /** Of an order. */
  total: string | null;
}

/** Of orders, and of requests, in one email. */
const LISTED_MAX = 50;

const toItem = ({ id, title, name, total }: NewsRow): OwnerNewsItem => ({
  ...{ id, title, name },
  ...(total !== null && { total }),
});

/** `period`: `on November 29`, for a daily email. */
export function toOwnerNews(news: readonly NewsRow[], period?: string): EmailProps['owner-news'] {
  const [orders, requests] = (['orders', 'requests'] as const).map((of) => news.filter(({ kind }) => kind === of));
  return {
    ...{ orderCount: orders?.length ?? 0, requestCount: requests?.length ?? 0 },
    orders: (orders ?? []).slice(0, LISTED_MAX).map(toItem),
    requests: (requests ?? []).slice(0, LISTED_MAX).map(toItem),
    ...(period !== undefined && { period }),
  };
}

/** `on November 29`, or `since November 27` if an earlier email was missed. `midnight`: the end of yesterday. */
export function formatPeriod(news: readonly Pick<NewsRow, 'happenedAt'>[], midnight: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone });
  const [first, yesterday] = [
    format.format(Math.min(...news.map(({ happenedAt }) => happenedAt.getTime()))),
    format.format(midnight.getTime() - 1),
  ];
  return first === yesterday ? `on ${yesterday}` : `since ${first}`;
}
