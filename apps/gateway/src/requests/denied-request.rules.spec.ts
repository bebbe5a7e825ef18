import { isDenied } from './denied-request.rules.js';

describe('a denied request', () => {
  it.each([
    [403, 'user', true, true],
    [429, 'public', false, true],
    [421, undefined, false, true],
    [401, 'admin', false, true],
    [401, 'user', true, true],
    [401, 'user', false, false],
    [404, 'user', true, false],
    [200, 'admin', true, false],
  ] as const)('is status %d of a call for %s, with a session %s: %s', (status, access, hasSession, expected) =>
    expect(isDenied({ status, access, hasSession })).toBe(expected),
  );
});
