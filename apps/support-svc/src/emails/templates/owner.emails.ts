import { BRAND, formatDollars } from '@shop/contracts-common';
import type { Block, EmailDocument } from '../email-document.js';
import type { EmailProps, OwnerNewsItem } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { toOneLine } from './person-name.rules.js';

type News = EmailProps['owner-news'];

const count = (number: number, one: string, many: string): string[] =>
  number === 0 ? [] : [number === 1 ? `1 ${one}` : `${number} ${many}`];

function getSubject({ orderCount, requestCount, orders, requests, period }: News): string {
  const [order] = orders;
  const [request] = requests;
  if (period === undefined && orderCount + requestCount === 1) {
    if (order) return `New order ${order.title}${order.total ? ` for ${formatDollars(order.total)}` : ''}`;
    if (request) return toOneLine(`New request: ${request.title}`);
  }
  const counts = [...count(orderCount, 'order', 'orders'), ...count(requestCount, 'request', 'requests')].join(' and ');
  return period === undefined ? `New: ${counts}` : `${counts} ${period}`;
}

/** The label never breaks over two lines, so it has no text of a person. */
const toRow = ({ title, name, total }: OwnerNewsItem): readonly [string, string] =>
  total === undefined
    ? ['Request', `${toOneLine(title)} · ${toOneLine(name)}`]
    : [title, `${formatDollars(total)} · ${toOneLine(name)}`];

function listBlocks(items: readonly OwnerNewsItem[], total: number): Block[] {
  if (items.length === 0) return [];
  const more = total - items.length;
  return [
    { kind: 'details', rows: items.map(toRow) },
    ...(more > 0 ? [{ kind: 'text' as const, content: `And ${more} more.` }] : []),
  ];
}

/** One item opens itself, several the list. */
function getButton(tab: 'orders' | 'requests', items: readonly OwnerNewsItem[], shop: ShopLinks): Block[] {
  const [first] = items;
  if (!first) return [];
  const name = tab === 'orders' ? 'order' : 'request';
  if (items.length > 1) return [{ kind: 'button', label: `Open the ${tab}`, href: shop.getUrl('/admin', { tab }) }];
  return [{ kind: 'button', label: `Open the ${name}`, href: shop.getUrl('/admin', { tab, [name]: first.id }) }];
}

/** To the recipients in the settings. It contains only what tells two orders apart. */
export function ownerNews(news: News, shop: ShopLinks): EmailDocument {
  const subject = getSubject(news);
  const { orders, requests, orderCount, requestCount } = news;
  return {
    subject,
    preheader: [...orders, ...requests]
      .slice(0, 3)
      .map((item) => toRow(item).join(': '))
      .join(', '),
    heading: subject,
    blocks: [
      ...listBlocks(orders, orderCount),
      ...getButton('orders', orders, shop),
      ...listBlocks(requests, requestCount),
      ...getButton('requests', requests, shop),
      {
        kind: 'note',
        content: `Who gets these emails, and how often, is set in the admin under Settings. There they can be turned off: ${shop.getUrl('/admin', { tab: 'settings' })}`,
      },
    ],
    reason: `You get this email because an admin of ${BRAND} has entered this address for news about the shop.`,
  };
}
