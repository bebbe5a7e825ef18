import type { ResolvedSession, ResolveSessionRequest } from '@shop/contracts-identity';
import { SessionCache, hashSid } from './session-cache.js';

const sid = 's'.repeat(43);
const ACTIVE = { openGuestSession: false, isPassive: false };
const GUEST = { ...ACTIVE, openGuestSession: true };
const PASSIVE = { ...ACTIVE, isPassive: true };
const UNKNOWN_SESSION: ResolvedSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

function setUp(
  respond: (request: ResolveSessionRequest) => ResolvedSession | Promise<ResolvedSession>,
  isReceiving = () => true,
) {
  const clock = { now: 1_000_000 };
  const requests: ResolveSessionRequest[] = [];
  const identity = {
    resolveSession: async (request: ResolveSessionRequest) => {
      requests.push(request);
      return respond(request);
    },
    openGuestSession: () => Promise.resolve(),
  };
  const cache = new SessionCache(identity, { isReceiving, subscribe: () => undefined }, () => clock.now);
  const signedIn = (over: Partial<ResolvedSession> = {}): ResolvedSession => ({
    token: 'token',
    expiresAt: new Date(clock.now + 60_000).toISOString(),
    sid,
    role: 'user',
    setCookie: false,
    ...over,
  });
  return { cache, requests, clock, signedIn };
}

describe('SessionCache', () => {
  it('asks once, and again just before the token expires', async () => {
    const { cache, requests, clock, signedIn } = setUp(() => signedIn());
    await cache.resolveSession(sid, ACTIVE);
    clock.now += 54_000;
    await cache.resolveSession(sid, ACTIVE);
    expect(requests).toHaveLength(1);
    clock.now += 2_000;
    await cache.resolveSession(sid, ACTIVE);
    expect(requests).toHaveLength(2);
  });

  it('asks again for the first request of a person after passive ones, which extend nothing', async () => {
    const { cache, requests, clock, signedIn } = setUp(() => signedIn());
    for (const options of [PASSIVE, PASSIVE, ACTIVE, PASSIVE, ACTIVE]) await cache.resolveSession(sid, options);
    expect(requests.map(({ isPassive }) => isPassive)).toEqual([true, undefined]);
    clock.now += 56_000;
    for (const options of [PASSIVE, ACTIVE]) await cache.resolveSession(sid, options);
    expect(requests.map(({ isPassive }) => isPassive)).toEqual([true, undefined, true, undefined]);
  });

  it('shares one call between concurrent requests', async () => {
    const { cache, requests, signedIn } = setUp(async () => signedIn());
    const all = await Promise.all(Array.from({ length: 20 }, () => cache.resolveSession(sid, ACTIVE)));
    expect(requests).toHaveLength(1);
    expect(all.every(({ session }) => session?.token === 'token')).toBe(true);
  });

  it('knows a prepared guest only after the session is stored', async () => {
    const guestId = '5f0f7f0e-6a3c-4f6e-9f55-0d1f5d0f9b11';
    const { cache, requests, signedIn } = setUp(({ openGuestSession }) =>
      openGuestSession ? signedIn({ role: 'guest', guestId }) : UNKNOWN_SESSION,
    );
    const { session, newGuest, setCookie } = await cache.resolveSession(null, GUEST);
    expect([session, newGuest, setCookie]).toMatchObject([{ role: 'guest', sid }, { sid, guestId }, false]);
    if (newGuest) await cache.openGuestSession(newGuest);
    expect((await cache.resolveSession(sid, ACTIVE)).session).toMatchObject({ role: 'guest', sid });
    expect(requests).toEqual([{ sid: null, openGuestSession: true }]);
  });

  it('caches unknown ids, and still opens a session for their browsers', async () => {
    const { cache, requests, signedIn } = setUp(({ openGuestSession }) =>
      openGuestSession ? signedIn({ sid: 'n'.repeat(43), role: 'guest' }) : UNKNOWN_SESSION,
    );
    await cache.resolveSession(sid, ACTIVE);
    expect((await cache.resolveSession(sid, ACTIVE)).session).toBeNull();
    expect((await cache.resolveSession(sid, GUEST)).session?.role).toBe('guest');
    expect(requests.map(({ openGuestSession }) => openGuestSession)).toEqual([false, true]);
  });

  it('forgets an ended session at once', async () => {
    const { cache, signedIn } = setUp(() => signedIn());
    await cache.resolveSession(sid, ACTIVE);
    cache.endSessions([hashSid(sid)]);
    expect((await cache.resolveSession(sid, ACTIVE)).session).toBeNull();
    expect(cache.hasEnded(sid)).toBe(true);
  });

  it('ignores a response that was on its way when the session ended', async () => {
    let answer: (session: ResolvedSession) => void = () => undefined;
    const { cache, signedIn } = setUp(() => new Promise((resolve) => (answer = resolve)));
    const asking = cache.resolveSession(sid, ACTIVE);
    cache.endSessions([hashSid(sid)]);
    answer(signedIn());
    expect((await asking).session).toBeNull();
  });

  it('asks again after half a second while ended sessions are not received', async () => {
    let isReceiving = false;
    const { cache, requests, clock, signedIn } = setUp(
      () => signedIn(),
      () => isReceiving,
    );
    await cache.resolveSession(sid, ACTIVE);
    clock.now += 499;
    await cache.resolveSession(sid, ACTIVE);
    expect(requests).toHaveLength(1);
    clock.now += 2;
    await cache.resolveSession(sid, ACTIVE);
    expect(requests).toHaveLength(2);
    isReceiving = true;
    clock.now += 10_000;
    await cache.resolveSession(sid, ACTIVE);
    expect(requests).toHaveLength(2);
  });

  it('asks again after identity-svc was down', async () => {
    let isDown = true;
    const { cache, signedIn } = setUp(() => {
      if (isDown) throw new Error('down');
      return signedIn();
    });
    await expect(cache.resolveSession(sid, ACTIVE)).rejects.toThrow('down');
    isDown = false;
    expect((await cache.resolveSession(sid, ACTIVE)).session?.role).toBe('user');
  });
});
