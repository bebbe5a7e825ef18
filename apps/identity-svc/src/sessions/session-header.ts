import { SESSION_HEADER } from '@shop/contracts/identity';

/** The used part of a Fastify reply. */
export interface Reply {
  header(name: string, value: string): unknown;
}

/** The gateway sets the cookie from this header, and removes the header. */
export const setSession = (reply: Reply, sid: string): void => void reply.header(SESSION_HEADER, sid);

/** The gateway deletes the cookie. */
export const clearSession = (reply: Reply): void => setSession(reply, '');
