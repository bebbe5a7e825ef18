import { getNextPagePath } from './api-client.js';

describe('getNextPagePath', () => {
  it('returns a path within the shop', () => {
    expect(getNextPagePath('</api/admin/orders?limit=50&cursor=abc>; rel="next"')).toBe(
      '/api/admin/orders?limit=50&cursor=abc',
    );
  });

  it.each([
    null,
    '</api/x?cursor=1>; rel="prev"',
    '<https://example.com/api/x>; rel="next"',
    '<//example.com/api/x>; rel="next"',
  ])('returns null for %j', (header) => {
    expect(getNextPagePath(header)).toBeNull();
  });
});
