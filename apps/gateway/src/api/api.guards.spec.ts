import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sessionMissing } from '@shop/contracts-common';
import type { FastifyRequest } from 'fastify';
import type { RoutedContext } from '../requests/request-context.js';
import { ApiGuards } from './api.guards.js';
import { SessionQueues } from './session-queues.service.js';

type Guards = ConstructorParameters<typeof ApiGuards>;

/** Changes of one session, whose token is `identity.token`; null: it has ended. */
function setUp() {
  const identity: { token: string | null } = { token: 'first' };
  const resolveCaller = (context: RoutedContext): Promise<void> => {
    if (identity.token === null) return Promise.reject(sessionMissing());
    return Promise.resolve(void Object.assign(context, { token: identity.token }));
  };
  const guards = new ApiGuards(
    { assertOrigin: () => undefined } as unknown as Guards[0],
    {} as Guards[1],
    { resolveCaller } as unknown as Guards[2],
    {} as Guards[3],
    {} as Guards[4],
    new SessionQueues({ RATE_LIMIT_ENABLED: true }),
  );
  const send = () => {
    const res = new EventEmitter();
    const route = { service: 'order', limit: { none: 'the test has no limit' } };
    const context = { req: { method: 'PATCH', headers: {} }, res, route, sid: 'mine' } as unknown as RoutedContext;
    return {
      context,
      checked: guards.checkRequest(context, {} as FastifyRequest),
      end: () => Object.assign(res, { writableFinished: true }).emit('close'),
    };
  };
  return { identity, send };
}

describe('a change that has waited for others of its session', () => {
  it('goes on with the token of its turn', async () => {
    const { identity, send } = setUp();
    const [first, , third] = [send(), send(), send()];
    await nextTurn();
    identity.token = 'second';
    first.end();
    await third.checked;
    expect([first.context.token, third.context.token]).toEqual(['first', 'second']);
  });

  it('is refused if the session has ended in between', async () => {
    const { identity, send } = setUp();
    const [first, , third] = [send(), send(), send()];
    await nextTurn();
    identity.token = null;
    first.end();
    await expect(third.checked).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
