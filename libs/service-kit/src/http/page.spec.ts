import { decodeCursor, parseNextPageUrl } from '@shop/contracts-common';
import { toNextLink, toPage } from './page.js';

const row = (number: number) => ({
  number,
  createdAt: '2026-11-20T10:00:00.000001Z',
  id: `0b6f1c1e-57c1-4a3a-9d3a-6e0a3b1f000${number}`,
});
const parts = {
  key: ({ createdAt, id }: ReturnType<typeof row>) => ({ createdAt, id }),
  entry: ({ number }: ReturnType<typeof row>) => number,
};

describe('toPage', () => {
  it.each([
    ['no rows', [], [], null],
    ['fewer rows than the limit', [1], [1], null],
    ['exactly the limit', [1, 2], [1, 2], null],
    ['one row more than the limit', [1, 2, 3], [1, 2], 2],
  ])('sets the key of the next page only if one follows: %s', (_, numbers, items, last) => {
    const page = toPage(numbers.map(row), 2, parts);
    expect(page.items).toEqual(items);
    expect(page.next?.id.at(-1)).toBe(last === null ? undefined : String(last));
  });
});

describe('toNextLink', () => {
  const key = parts.key(row(7));

  it('keeps other query parameters and replaces the cursor', () => {
    const next = parseNextPageUrl(toNextLink('/api/admin/orders?status=paid&cursor=old&limit=2', key)) ?? '';
    const url = new URL(next, 'http://shop');
    expect([url.pathname, url.searchParams.get('status'), url.searchParams.get('limit')]).toEqual([
      '/api/admin/orders',
      'paid',
      '2',
    ]);
    expect(url.searchParams.getAll('cursor').map(decodeCursor)).toEqual([key]);
  });

  it('escapes a query that tries to close the link brackets', () => {
    expect(parseNextPageUrl(toNextLink('/api/a?q=%3E;rel=%22next%22,<>"', key))).toContain('cursor=');
  });
});
