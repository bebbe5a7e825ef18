import { isDenied } from './denied-request.rules.js';

describe('a denied request', () => {
  it.each([
    [403, { access: 'user', path: '/api/orders' }, true, true],
    [429, { access: 'public', path: '/api/contact' }, false, true],
    [421, undefined, false, true],
    [401, { access: 'admin', path: '/api/admin/orders' }, false, true],
    [401, { access: 'user', path: '/api/user' }, true, true],
    [401, { access: 'user', path: '/api/user' }, false, false],
    [404, { access: 'user', path: '/api/orders' }, true, false],
    [404, { access: 'public', path: '/api/orders/:orderId/live' }, false, true],
    [404, { access: 'public', path: '/media/:id' }, true, true],
    [404, { access: 'public', path: '/api/products/:id/variants', sessionless: true }, true, false],
    [404, undefined, false, false],
    [200, { access: 'admin', path: '/api/admin/orders/:id' }, true, false],
  ] as const)('is status %d of the call %j, with a session %s: %s', (status, route, hasSession, expected) =>
    expect(isDenied({ status, route, hasSession })).toBe(expected),
  );
});
