import { getClientNetwork } from './client-network.js';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1::6', '2001:db8:1::/48'],
  ['2001:db8::1:2:3', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  [undefined, 'unknown'],
  ['not an address', 'unknown'],
])('the network of %s is %s', (ip, network) => expect(getClientNetwork(ip)).toBe(network));
