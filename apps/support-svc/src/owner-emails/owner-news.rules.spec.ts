import { formatPeriod, type NewsRow, toOwnerNews } from './owner-news.rules.js';

const createNews = (change: Partial<NewsRow> = {}): NewsRow => ({
  ...{ kind: 'orders', id: '0b6f1c1e-57c1-4a3a-9d3a-000000000001', userId: null, happenedAt: new Date(0) },
  ...{ title: 'PA-0123456789', name: 'Pat', total: '9.99' },
  ...change,
});

describe('the news of an email to the owner', () => {
  it('lists fifty of each kind, counts all, and has nothing else of a customer', () => {
    const request = createNews({ kind: 'requests', title: 'Hello', total: null });
    const { orders, requests, ...rest } = toOwnerNews([...Array.from({ length: 51 }, () => createNews()), request]);
    expect([orders.length, requests, rest]).toEqual([
      50,
      [{ id: request.id, title: 'Hello', name: 'Pat' }],
      { orderCount: 51, requestCount: 1 },
    ]);
  });

  it.each([
    ['UTC', '2026-11-30T00:00:00Z', '2026-11-29T00:00:00Z', 'on November 29'],
    ['UTC', '2026-11-30T00:00:00Z', '2026-11-28T23:59:00Z', 'since November 28'],
    ['America/New_York', '2026-11-30T05:00:00Z', '2026-11-29T05:00:00Z', 'on November 29'],
    ['Asia/Tokyo', '2026-11-29T15:00:00Z', '2026-11-28T15:00:00Z', 'on November 29'],
  ])('of the day before in %s until %s with one at %s are %s', (timeZone, midnight, happenedAt, expected) => {
    expect(formatPeriod([{ happenedAt: new Date(happenedAt) }], new Date(midnight), timeZone)).toBe(expected);
  });
});
