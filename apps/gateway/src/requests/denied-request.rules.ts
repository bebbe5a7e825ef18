import { isIPv4, isIPv6 } from 'node:net';
import type { Route } from '@shop/contracts/routes';

/** Statuses of callers that were stopped: not allowed, another host's name, too many calls. */
const DENIED = new Set([403, 421, 429]);

interface Answered {
  status: number;
  access: Route['access'] | undefined;
  hasSession: boolean;
}

/** Pages ask for the user of everybody, so 401 without a session is normal, except at the admin's calls. */
export const isDenied = ({ status, access, hasSession }: Answered): boolean =>
  DENIED.has(status) || (status === 401 && (hasSession || access === 'admin'));

/** The network of an address (/24, or /48 of IPv6): enough to see where an attack comes from, and no person's address. */
export function toNetwork(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const network = tail === undefined ? groups : [...groups, '0', '0', '0'];
  return `${network.slice(0, 3).join(':')}::/48`;
}
