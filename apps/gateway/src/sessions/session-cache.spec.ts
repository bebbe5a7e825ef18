import type { ResolvedSession, ResolveSessionRequest } from '@shop/contracts/identity';
import { SessionCache, hashSid } from './session-cache.js';

const sid = 's'.repeat(43);
const nobody: ResolvedSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

function setUp(
  answer: (request: ResolveSessionRequest) => ResolvedSession | Promise<ResolvedSession>,
  hears = () => true,
) {
  const clock = { now: 1_000_000 };
  const asked: ResolveSessionRequest[] = [];
  const identity = {
    resolveSession: async (request: ResolveSessionRequest) => {
      asked.push(request);
      return answer(request);
    },
  };
  const cache = new SessionCache({ identity, isReceivingEnds: hears, now: () => clock.now });
  const signedIn = (over: Partial<ResolvedSession> = {}): ResolvedSession => ({
    token: 'token',
    expiresAt: new Date(clock.now + 60_000).toISOString(),
    sid,
    role: 'user',
    setCookie: false,
    ...over,
  });
  return { cache, asked, clock, signedIn };
}

describe('the session cache', () => {
  it('asks nobody about a visitor without a cookie', async () => {
    const { cache, asked } = setUp(() => nobody);
    expect(await cache.resolveSession(null, false)).toEqual({ session: null, setCookie: false });
    expect(asked).toEqual([]);
  });

  it('asks once, and again just before the token ends', async () => {
    const { cache, asked, clock, signedIn } = setUp(() => signedIn());
    await cache.resolveSession(sid, false);
    clock.now += 54_000;
    await cache.resolveSession(sid, false);
    expect(asked).toHaveLength(1);
    clock.now += 2_000;
    await cache.resolveSession(sid, false);
    expect(asked).toHaveLength(2);
  });

  it('lets requests that come together ask together', async () => {
    const { cache, asked, signedIn } = setUp(async () => signedIn());
    const all = await Promise.all(Array.from({ length: 20 }, () => cache.resolveSession(sid, false)));
    expect(asked).toHaveLength(1);
    expect(all.every(({ session }) => session?.token === 'token')).toBe(true);
  });

  it('sets the cookie with the answer that says so, and not with what is kept of it', async () => {
    const { cache, signedIn } = setUp(() => signedIn({ setCookie: true }));
    expect((await cache.resolveSession(sid, false)).setCookie).toBe(true);
    expect((await cache.resolveSession(sid, false)).setCookie).toBe(false);
  });

  it('opens a guest’s session where there is none, and knows it by its new id', async () => {
    const { cache, asked, signedIn } = setUp(() => signedIn({ sid: 'n'.repeat(43), role: 'guest', setCookie: true }));
    const { session } = await cache.resolveSession(null, true);
    await cache.resolveSession(session?.sid ?? '', false);
    expect(asked).toEqual([{ sid: null, open: true }]);
  });

  it('remembers for a while that an id is nobody’s, and still opens a session for its browser', async () => {
    const { cache, asked, signedIn } = setUp(({ open }) =>
      open ? signedIn({ sid: 'n'.repeat(43), role: 'guest' }) : nobody,
    );
    await cache.resolveSession(sid, false);
    expect((await cache.resolveSession(sid, false)).session).toBeNull();
    expect((await cache.resolveSession(sid, true)).session?.role).toBe('guest');
    expect(asked.map(({ open }) => open)).toEqual([false, true]);
  });

  it('forgets an ended session at once', async () => {
    const { cache, signedIn } = setUp(() => signedIn());
    await cache.resolveSession(sid, false);
    cache.endSessions([hashSid(sid)]);
    expect((await cache.resolveSession(sid, false)).session).toBeNull();
    expect(cache.hasEnded(sid)).toBe(true);
  });

  it('does not believe an answer that was on its way while the session ended', async () => {
    let answer: (session: ResolvedSession) => void = () => undefined;
    const { cache, signedIn } = setUp(() => new Promise((resolve) => (answer = resolve)));
    const asking = cache.resolveSession(sid, false);
    cache.endSessions([hashSid(sid)]);
    answer(signedIn());
    expect((await asking).session).toBeNull();
  });

  it('asks anew within half a second while it is deaf to ended sessions', async () => {
    let hears = false;
    const { cache, asked, clock, signedIn } = setUp(
      () => signedIn(),
      () => hears,
    );
    await cache.resolveSession(sid, false);
    clock.now += 499;
    await cache.resolveSession(sid, false);
    expect(asked).toHaveLength(1);
    clock.now += 2;
    await cache.resolveSession(sid, false);
    expect(asked).toHaveLength(2);
    hears = true;
    clock.now += 10_000;
    await cache.resolveSession(sid, false);
    expect(asked).toHaveLength(2);
  });

  it('asks again after identity-svc was down', async () => {
    let isDown = true;
    const { cache, signedIn } = setUp(() => {
      if (isDown) throw new Error('down');
      return signedIn();
    });
    await expect(cache.resolveSession(sid, false)).rejects.toThrow('down');
    isDown = false;
    expect((await cache.resolveSession(sid, false)).session?.role).toBe('user');
  });
});
