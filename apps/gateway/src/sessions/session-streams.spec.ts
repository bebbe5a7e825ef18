import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ResolvedSession, ResolveSessionRequest } from '@shop/contracts-identity';
import type { EndedSessionsListener } from './ended-sessions.listener.js';
import { hashSid } from './session-cache.js';
import { SessionStreams } from './session-streams.js';

type Subscriber = Parameters<EndedSessionsListener['subscribe']>[0];

class FakeResponse extends EventEmitter {
  closed = false;
  readonly end = (): void => {
    this.closed = true;
    this.emit('close');
  };
}

const MINUTE_MS = 60_000;

function setUp({ isReceiving = true, isIdentityDown = false } = {}) {
  const requests: ResolveSessionRequest[] = [];
  const live = new Set<string>();
  let subscriber: Subscriber | undefined;
  const streams = new SessionStreams(
    {
      resolveSession: (request) => {
        requests.push(request);
        if (isIdentityDown) return Promise.reject(new Error('down'));
        return Promise.resolve({ token: live.has(request.sid ?? '') ? 'token' : null } as ResolvedSession);
      },
    },
    { isReceiving: () => isReceiving, subscribe: (given) => (subscriber = given) },
  );
  const open = (sid: string): FakeResponse => {
    live.add(sid);
    const res = new FakeResponse();
    streams.addStream(sid, res as unknown as ServerResponse);
    return res;
  };
  return { streams, requests, live, open, publish: () => subscriber as Subscriber };
}

describe('the streams of a session', () => {
  it('end when the session ends, and no others', () => {
    const { open, publish } = setUp();
    const [first, second, other] = [open('mine'), open('mine'), open('other')];
    publish().onEnded([hashSid('mine')]);
    expect([first, second, other].map(({ closed }) => closed)).toEqual([true, true, false]);
  });

  it('end with a session that ended by its age, which is not extended by the question', async () => {
    const { open, live, streams, requests } = setUp();
    const [ended, other] = [open('mine'), open('other')];
    live.delete('mine');
    await streams.checkIfDue();
    expect(requests).toEqual([]);
    await streams.checkIfDue(Date.now() + MINUTE_MS);
    expect([ended.closed, other.closed]).toEqual([true, false]);
    expect(requests).toHaveLength(2);
    expect(requests).toContainEqual({ sid: 'mine', openGuestSession: false, isPassive: true });
  });

  it.each(['after events may have been missed', 'while events are not received'])('are checked %s', async (when) => {
    const { open, live, streams, publish } = setUp({ isReceiving: when.startsWith('after') });
    const stream = open('mine');
    live.delete('mine');
    if (when.startsWith('after')) publish().onGap();
    await streams.checkIfDue();
    expect(stream.closed).toBe(true);
  });

  it('remain while nothing can be known', async () => {
    const { open, streams } = setUp({ isReceiving: false, isIdentityDown: true });
    const stream = open('mine');
    await streams.checkIfDue();
    expect(stream.closed).toBe(false);
  });
});
