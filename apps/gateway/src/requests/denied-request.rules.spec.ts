import { isDenied, toNetwork } from './denied-request.rules.js';

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

describe('the network of an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['unknown', 'unknown'],
  ])('%s is in %s', (ip, network) => expect(toNetwork(ip)).toBe(network));
});
