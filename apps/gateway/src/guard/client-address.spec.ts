import type { IncomingMessage } from 'node:http';
import { getRateLimitKey, getClientAddress } from './client-address.js';

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('getClientAddress', () => {
  it('ignores X-Forwarded-For if no proxy is trusted', () => {
    expect(getClientAddress(from('::ffff:203.0.113.9', '1.1.1.1'), 0)).toBe('203.0.113.9');
  });

  it.each([
    [1, '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [2, '203.0.113.9', '203.0.113.9'],
    [1, undefined, '10.0.0.1'],
  ])('with %d trusted proxies and the header %j returns %s', (trusted, header, expected) => {
    expect(getClientAddress(from('10.0.0.1', header), trusted)).toBe(expected);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, key) => expect(getRateLimitKey(address)).toBe(key));
});
