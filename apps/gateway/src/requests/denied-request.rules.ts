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
