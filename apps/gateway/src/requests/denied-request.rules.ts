import type { Route } from '@shop/contracts/routes';

/** Statuses of callers that were stopped: not allowed, another host's name, too many calls. */
const DENIED = new Set([403, 421, 429]);

interface Answered {
  status: number;
  route: Pick<Route, 'access' | 'path' | 'sessionless'> | undefined;
  hasSession: boolean;
}

/** A service answers 404 for another customer's object, as for an unknown one. Catalogue and styles have no owner. */
const isObjectOfOwner = (route: Answered['route']): boolean =>
  route !== undefined && !route.sessionless && route.path.includes('/:');

/** Pages ask for the user of everybody, so 401 without a session is normal, except at the admin's calls. */
export const isDenied = ({ status, route, hasSession }: Answered): boolean =>
  DENIED.has(status) ||
  (status === 401 && (hasSession || route?.access === 'admin')) ||
  (status === 404 && isObjectOfOwner(route));
