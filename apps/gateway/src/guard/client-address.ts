import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The client's IP address. Each trusted proxy appends the address it sees, so with n proxies the n-th entry from the right is the
 * client. Entries further left are written by the client and may be forged.
 */
export function getClientAddress(req: IncomingMessage, trustedProxies: number): string {
  const peer = req.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return stripIpv4Prefix(peer);
  const forwarded = [req.headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  return stripIpv4Prefix(forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer);
}

const stripIpv4Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** Key of a client in the rate limits. An IPv6 household has a whole /64, so that counts as one client. */
export function getRateLimitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
