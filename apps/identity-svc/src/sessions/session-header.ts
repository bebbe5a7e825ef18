import { SESSION_HEADER } from '@shop/contracts/identity';

/** The part of a Fastify reply used here. */
export interface Reply {
  header(name: string, value: string): unknown;
}

/** The gateway makes the cookie of the session id, and lets nobody see the header. */
export const setSession = (reply: Reply, sid: string): void => void reply.header(SESSION_HEADER, sid);

/** The gateway takes the cookie away. */
export const clearSession = (reply: Reply): void => setSession(reply, '');
