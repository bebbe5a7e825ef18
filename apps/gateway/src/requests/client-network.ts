import { isIPv4, isIPv6 } from 'node:net';

const IPV6_GROUPS = 8;

function expandIPv6(address: string): string[] {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  return [...left, ...Array.from({ length: IPV6_GROUPS - left.length - right.length }, () => '0'), ...right];
}

/**
 * The network of an address: a /24 of IPv4 or a /48 of IPv6, which is what one customer of a provider usually has. It counts wrong passwords and
 * stands in the security log in place of the address.
 */
export function getClientNetwork(ip = 'unknown'): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(address) ? `${expandIPv6(address).slice(0, 3).join(':')}::/48` : 'unknown';
}
