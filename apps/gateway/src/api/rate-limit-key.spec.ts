import { getClientAddress, getRateLimitKey } from './rate-limits.service.js';

describe('getClientAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, key) => expect(getClientAddress(address)).toBe(key));
});

describe('getRateLimitKey', () => {
  it('has the same length for every address, and for the text of a forged header', () => {
    const addresses = [undefined, '203.0.113.9', '2001:db8:1:2:3:4:5:6', 'x'.repeat(16_000)];
    const keys = addresses.map((address) => getRateLimitKey(address));
    expect(keys.map(({ length }) => length)).toEqual([22, 22, 22, 22]);
    expect(new Set(keys).size).toBe(addresses.length);
  });
});
