import type { GatewayRoute } from '@shop/contracts-all';
import { getCurrentUser } from '@shop/contracts-identity/routes';

/** Statuses of callers that were stopped: not allowed, another host's name, too many calls. */
const DENIED = new Set([403, 421, 429]);

/** The gateway's own status for a client that disconnected. No service answers more than it and less than 500. */
export const CLIENT_LEFT = 499;

interface Answered {
  status: number;
  route: Pick<GatewayRoute, 'path' | 'sessionless'> | undefined;
  hasSession: boolean;
}

/** A service answers 404 for another customer's object, as for an unknown one. Catalogue and styles have no owner. */
const isObjectOfOwner = (route: Answered['route']): boolean =>
  route !== undefined && !route.sessionless && route.path.includes('/:');

/** Each page asks who is signed in, so 401 without a session is normal there. */
const isQuestionOfPage = ({ status, route, hasSession }: Answered): boolean =>
  status === 401 && !hasSession && route?.path === getCurrentUser.path;

export const isDenied = (answered: Answered): boolean => {
  const { status, route } = answered;
  return (
    DENIED.has(status) || (status === 401 && !isQuestionOfPage(answered)) || (status === 404 && isObjectOfOwner(route))
  );
};

/** Denied, or refused by the rules of a service: input, or what the business does not allow. */
export const isRefused = (answered: Answered): boolean =>
  answered.route !== undefined &&
  answered.status >= 400 &&
  answered.status < CLIENT_LEFT &&
  !isQuestionOfPage(answered);
