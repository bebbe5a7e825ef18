import { isDenied, isRefused } from './denied-request.rules.js';

describe('a denied request', () => {
  it.each([
    [403, { path: '/api/orders' }, true, true],
    [429, { path: '/api/contact' }, false, true],
    [421, undefined, false, true],
    [401, { path: '/api/admin/orders' }, false, true],
    [401, { path: '/api/user' }, true, true],
    [401, { path: '/api/user' }, false, false],
    [401, { path: '/api/orders' }, false, true],
    [404, { path: '/api/orders' }, true, false],
    [404, { path: '/api/orders/:orderId/live' }, false, true],
    [404, { path: '/media/:id' }, true, true],
    [404, { path: '/api/products/:id/variants', sessionless: true }, true, false],
    [404, undefined, false, false],
    [200, { path: '/api/admin/orders/:id' }, true, false],
  ] as const)('is status %d of the call %j, with a session %s: %s', (status, route, hasSession, expected) =>
    expect(isDenied({ status, route, hasSession })).toBe(expected),
  );
});

describe('a refused request', () => {
  it.each([
    [400, { path: '/api/generate' }, true, true],
    [422, { path: '/api/cart' }, false, true],
    [401, { path: '/api/user' }, false, false],
    [201, { path: '/api/cart' }, false, false],
    [499, { path: '/api/cart' }, false, false],
    [503, { path: '/api/cart' }, false, false],
    [404, undefined, false, false],
  ] as const)('is status %d of the call %j, with a session %s: %s', (status, route, hasSession, expected) =>
    expect(isRefused({ status, route, hasSession })).toBe(expected),
  );
});
