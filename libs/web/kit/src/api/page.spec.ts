import { getNextPagePath } from './page.js';

describe('the next page of a list', () => {
  it('is followed within the shop', () => {
    expect(getNextPagePath('</api/admin/orders?limit=50&cursor=abc>; rel="next"')).toBe(
      '/api/admin/orders?limit=50&cursor=abc',
    );
  });

  it.each([
    null,
    '</api/x?cursor=1>; rel="prev"',
    '<https://example.com/api/x>; rel="next"',
    '<//example.com/api/x>; rel="next"',
  ])('is none in %j', (header) => {
    expect(getNextPagePath(header)).toBeNull();
  });
});
