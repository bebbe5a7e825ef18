import { createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, exportJWK, importSPKI, jwtVerify } from 'jose';
import type { IdentityClaims } from '@shop/contracts-common';
import type { ResolvedSession, User, UserSession } from '@shop/contracts-identity';
import { waitFor, recordEvents, testIdentityKeys, type EventRecorder, type TestResponse } from '@shop/testing';
import { newEmail, PASSWORD, IdentityFixture, sha256, getSid } from './identity-fixture.js';
import { readPersonalFiles } from './personal-data-files.js';

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start({ RATE_LIMIT_ACCOUNT_FAILURES: '20' });
  events = await recordEvents(fixture.transport, ['guest.claimed', 'session.ended']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const noSession = { token: null, expiresAt: null, sid: null, role: null, setCookie: false };

describe('resolving a session', () => {
  it('returns no token without a session or for an unknown one', async () => {
    expect(await fixture.resolveSession(null)).toEqual(noSession);
    expect(await fixture.resolveSession('x'.repeat(43))).toEqual(noSession);
  });

  it('prepares a guest session on request', async () => {
    for (const sid of [null, 'x'.repeat(43)]) {
      const opened = await fixture.resolveSession(sid, true);
      expect(opened).toMatchObject({
        role: 'guest',
        setCookie: false,
        sid: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      });
      expect(opened.sid).not.toBe(sid);
    }
  });

  it('stores a guest session that is only prepared when the gateway asks for it, once', async () => {
    const count = async () => (await fixture.database.query('SELECT 1 FROM sessions')).length;
    const before = await count();
    const body = { sid: null, openGuestSession: true };
    const prepared = (
      await fixture.service.call('POST', '/internal/sessions/resolve', { body })
    ).json<ResolvedSession>();
    const { sid, guestId } = prepared;
    expect(prepared).toMatchObject({ role: 'guest', setCookie: false, guestId: expect.any(String) });
    expect(decodeJwt(prepared.token ?? '')).toMatchObject({ guestId });
    expect(await fixture.resolveSession(sid)).toEqual(noSession);
    expect(await count()).toBe(before);
    const open = () => fixture.service.call('POST', '/internal/sessions/open', { body: { sid, guestId } });
    expect([(await open()).status, (await open()).status]).toEqual([204, 204]);
    expect(await count()).toBe(before + 1);
    const stored = await fixture.resolveSession(sid);
    expect(stored).toMatchObject({ role: 'guest', sid });
    expect(decodeJwt(stored.token ?? '')).toMatchObject({ guestId });
  });

  it('returns the same guest later', async () => {
    const { sid, guestId } = await fixture.createGuest();
    const again = await fixture.resolveSession(sid, true);
    expect(again).toMatchObject({ role: 'guest', sid, setCookie: false });
    expect(decodeJwt(again.token ?? '')).toMatchObject({ guestId });
  });

  it('signs a token that services can verify, valid for at most a minute', async () => {
    const { sid } = await fixture.createCustomer();
    const { token, expiresAt } = await fixture.resolveSession(sid);
    const { payload } = await jwtVerify(token ?? '', await importSPKI(testIdentityKeys.publicPem, 'ES256'), {
      issuer: 'identity-svc',
    });
    const kid = await calculateJwkThumbprint(await exportJWK(createPublicKey(testIdentityKeys.publicPem)));
    expect(decodeProtectedHeader(token ?? '')).toEqual({ alg: 'ES256', kid });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(60);
    expect(new Date(expiresAt ?? '').getTime()).toBe((payload.exp ?? 0) * 1000);
  });

  it('signs no token that lasts longer than its session, and a whole one for a session that it extends', async () => {
    const { sid } = await fixture.createCustomer();
    const ends = new Date(Date.now() + 20_000);
    await fixture.database.query('UPDATE sessions SET expire = $1 WHERE sid = $2', [ends, sha256(sid)]);
    const body = { sid, openGuestSession: false, isPassive: true };
    const passive = await fixture.service.call('POST', '/internal/sessions/resolve', { body });
    const { expiresAt } = passive.json<{ expiresAt: string }>();
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(ends.getTime());
    const { exp = 0, iat = 0 } = decodeJwt((await fixture.resolveSession(sid)).token ?? '');
    expect(exp - iat).toBe(60);
  });

  it('uses the specified columns: sid, sess, expire', async () => {
    const columns = await fixture.database.query<{ name: string; type: string }>(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'sessions' ORDER BY ordinal_position",
    );
    expect(columns).toEqual([
      { name: 'sid', type: 'text' },
      { name: 'sess', type: 'jsonb' },
      { name: 'expire', type: 'timestamp with time zone' },
    ]);
  });

  it('stores and publishes only the hash of the session id', async () => {
    const { sid } = await fixture.createGuest();
    expect((await fixture.getClaims(sid)).sid).toBe(sha256(sid));
    const rows = await fixture.database.query<{ sid: string }>('SELECT sid FROM sessions');
    expect(rows.map((row) => row.sid)).toContain(sha256(sid));
    expect(rows.map((row) => row.sid)).not.toContain(sid);
  });

  it('reads the current role each time', async () => {
    const { sid, user } = await fixture.createCustomer();
    await fixture.database.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
    expect((await fixture.resolveSession(sid)).role).toBe('admin');
    expect((await fixture.getClaims(sid)).role).toBe('admin');
  });

  it('has the permissions of an admin, and none of a customer', async () => {
    const { sid, user, as } = await fixture.createCustomer();
    expect(await fixture.resolveSession(sid)).not.toHaveProperty('permissions');
    expect(as).not.toHaveProperty('permissions');
    await fixture.database.query("UPDATE users SET role = 'admin', permissions = '{export}' WHERE id = $1", [user.id]);
    expect((await fixture.resolveSession(sid)).permissions).toEqual(['export']);
    const claims = await fixture.getClaims(sid);
    expect(claims.permissions).toEqual(['export']);
    expect((await fixture.service.call('GET', '/api/user', { as: claims })).json()).toMatchObject({
      permissions: ['export'],
    });
  });

  it('returns no token after 30 days', async () => {
    const { sid } = await fixture.createCustomer();
    await fixture.database.query("UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1", [
      sha256(sid),
    ]);
    expect(await fixture.resolveSession(sid)).toEqual(noSession);
    expect((await fixture.resolveSession(sid, true)).role).toBe('guest');
  });

  it('extends the session by 30 days, once a day', async () => {
    const { sid } = await fixture.createCustomer();
    await fixture.database.query("UPDATE sessions SET expire = now() + interval '10 days' WHERE sid = $1", [
      sha256(sid),
    ]);
    const body = { sid, openGuestSession: false, isPassive: true };
    const passive = await fixture.service.call('POST', '/internal/sessions/resolve', { body });
    expect(passive.json()).toMatchObject({ role: 'user', setCookie: false });
    expect((await fixture.resolveSession(sid)).setCookie).toBe(true);
    expect((await fixture.resolveSession(sid)).setCookie).toBe(false);
    const [row] = await fixture.database.query<{ days: number }>(
      'SELECT round(extract(epoch FROM expire - now()) / 86400)::int AS days FROM sessions WHERE sid = $1',
      [sha256(sid)],
    );
    expect(row?.days).toBe(30);
  });

  it('extends no session of an admin beyond 12 hours after the sign-in', async () => {
    const { user } = await fixture.createCustomer();
    await fixture.database.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
    const sid = getSid(await fixture.login(user.email));
    await fixture.database.query(
      `UPDATE sessions SET expire = now() + interval '30 minutes', sess = sess || jsonb_build_object('startedAt', now() - interval '11 hours 30 minutes') WHERE sid = $1`,
      [sha256(sid)],
    );
    expect(await fixture.resolveSession(sid)).toMatchObject({ role: 'admin', setCookie: false });
  });

  it('returns no token after the user is deleted', async () => {
    const { sid, user } = await fixture.createCustomer();
    await fixture.database.query('DELETE FROM users WHERE id = $1', [user.id]);
    expect(await fixture.resolveSession(sid)).toEqual(noSession);
  });

  it.each([{}, { sid: 7, openGuestSession: true }])('rejects the request %j', async (body) => {
    expect((await fixture.service.call('POST', '/internal/sessions/resolve', { body })).status).toBe(400);
  });
});

describe('a guest who signs in', () => {
  const claimsOf = (guestId: string) =>
    events.list('guest.claimed').filter(({ subject }) => subject === `guest/${guestId}`);

  it('is claimed by the account and keeps its guest id', async () => {
    const { as, guestId } = await fixture.createGuest();
    const { user, sid } = await fixture.createCustomer(as);
    expect(await fixture.getClaims(sid)).toMatchObject({ userId: user.id, guestId });
    const event = await events.waitForEvent('guest.claimed', ({ subject }) => subject === `guest/${guestId}`);
    expect(event.data).toEqual({ guestId, userId: user.id });
  });

  it('is claimed once if several tabs sign in at the same moment', async () => {
    const { user } = await fixture.createCustomer();
    const guests = await Promise.all([1, 2, 3].map(() => fixture.createGuest()));
    const tabs = guests.flatMap(({ as }) => [1, 2, 3].map(() => fixture.login(user.email, as)));
    const answers = await Promise.all(tabs);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    for (const [at, { guestId }] of guests.entries()) {
      const sids = answers.slice(at * 3, at * 3 + 3).map(getSid);
      expect(new Set(sids).size).toBe(3);
      for (const sid of sids) expect(await fixture.getClaims(sid)).toMatchObject({ userId: user.id, guestId });
      await waitFor(() => expect(claimsOf(guestId)).toHaveLength(1));
    }
    expect(await fixture.database.query('SELECT 1 FROM guest_claims WHERE user_id = $1', [user.id])).toHaveLength(3);
  });

  it('belongs to one of two users who sign in at the same moment', async () => {
    const { as, guestId } = await fixture.createGuest();
    const answers = await Promise.all([1, 2].map(() => fixture.register(newEmail(), as)));
    const owners = await Promise.all(answers.map(async (answer) => (await fixture.getClaims(getSid(answer))).guestId));
    expect(owners.filter((owner) => owner === guestId)).toHaveLength(1);
    const winner = answers[owners.indexOf(guestId)]?.json<User>();
    const event = await events.waitForEvent('guest.claimed', ({ subject }) => subject === `guest/${guestId}`);
    expect(event.data).toEqual({ guestId, userId: winner?.id });
    expect(claimsOf(guestId)).toHaveLength(1);
  });

  it('is not claimed by a sign-in from another user’s session', async () => {
    const { as, guestId } = await fixture.createGuest();
    const first = await fixture.createCustomer(as);
    const second = await fixture.createCustomer(first.as);
    expect(first.as.guestId).toBe(guestId);
    expect(second.as.guestId).toBeUndefined();
  });

  it('is not claimed after its session ended', async () => {
    const { as, guestId } = await fixture.createGuest();
    await fixture.service.call('POST', '/api/logout', { as });
    const { as: claims } = await fixture.createCustomer(as);
    expect(claims.guestId).toBeUndefined();
    expect(await fixture.database.query('SELECT 1 FROM guest_claims WHERE guest_id = $1', [guestId])).toEqual([]);
  });

  it('is unchanged after a failed sign-in', async () => {
    const { sid, as, guestId } = await fixture.createGuest();
    const { user } = await fixture.createCustomer();
    await fixture.login(user.email, as, 'not the password');
    await fixture.register(user.email, as);
    expect(await fixture.getClaims(sid)).toMatchObject({ guestId });
  });
});

describe('confirming the password', () => {
  const confirm = (as: IdentityClaims, password = PASSWORD): Promise<TestResponse> =>
    fixture.service.call('POST', '/api/user/confirm-password', { as, body: { password } });
  const makeOld = (sid: string): Promise<unknown> =>
    fixture.database.query(
      `UPDATE sessions SET sess = sess || jsonb_build_object('startedAt', now() - interval '1 hour') WHERE sid = $1`,
      [sha256(sid)],
    );
  const getMinutes = async (sid: string): Promise<number> =>
    (Date.now() - Date.parse((await fixture.resolveSession(sid)).signedInAt ?? '')) / 60_000;

  it('is a sign-in: the session gets a new id and the time of now, and keeps its user and guest', async () => {
    const { as: guest, guestId } = await fixture.createGuest();
    const { user, sid, as } = await fixture.createCustomer(guest);
    await makeOld(sid);
    expect(await getMinutes(sid)).toBeGreaterThan(59);
    const answer = await confirm(as);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const renewed = getSid(answer);
    expect(await getMinutes(renewed)).toBeLessThan(1);
    expect(await fixture.getClaims(renewed)).toMatchObject({ userId: user.id, guestId });
    expect(await fixture.resolveSession(sid)).toEqual(noSession);
  });

  it('changes nothing with a wrong password', async () => {
    const { sid, as } = await fixture.createCustomer();
    await makeOld(sid);
    const answer = await confirm(as, 'not the one');
    expect([answer.status, answer.text, getSid(answer)]).toEqual([400, 'Current password is incorrect', '']);
    expect(await getMinutes(sid)).toBeGreaterThan(59);
  });

  it('is not possible for a guest, whose session has no sign-in', async () => {
    const { sid, as } = await fixture.createGuest();
    expect((await confirm(as)).status).toBe(401);
    expect(await fixture.resolveSession(sid)).not.toHaveProperty('signedInAt');
  });
});

describe('the list of sessions', () => {
  const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
  const list = async (as: IdentityClaims): Promise<UserSession[]> =>
    (await fixture.service.call('GET', '/api/user/sessions', { as })).json<UserSession[]>();
  const end = (as: IdentityClaims, id: string) => fixture.service.call('DELETE', `/api/user/sessions/${id}`, { as });

  it('names the browser and the days, without the session id or its hash', async () => {
    const { user, as, sid } = await fixture.createCustomer();
    const other = getSid(await fixture.login(user.email, undefined, PASSWORD, FIREFOX));
    await fixture.database.query(`UPDATE sessions SET sess = sess || '{"lastUsedOn": "2026-01-02"}' WHERE sid = $1`, [
      sha256(other),
    ]);
    const sessions = await list(as);
    const session = { id: expect.any(String), signedInAt: expect.any(String) };
    expect(sessions).toEqual([
      { ...session, browser: null, lastUsedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/), isCurrent: true },
      { ...session, browser: 'Firefox on Linux', lastUsedOn: '2026-01-02', isCurrent: false },
    ]);
    for (const secret of [sid, sha256(sid), other, sha256(other)])
      expect(JSON.stringify(sessions)).not.toContain(secret);
    await fixture.resolveSession(other);
    expect((await list(as)).map(({ lastUsedOn }) => lastUsedOn)).not.toContain('2026-01-02');
  });

  it('ends one of them, on each gateway', async () => {
    const { user, as, sid } = await fixture.createCustomer();
    const other = getSid(await fixture.login(user.email));
    const id = (await list(as)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await end(as, id)).status).toBe(204);
    expect((await end(as, id)).status).toBe(404);
    await events.waitForEvent('session.ended', ({ data }) => JSON.stringify(data).includes(sha256(other)));
    expect(await fixture.resolveSession(other)).toEqual(noSession);
    expect((await fixture.resolveSession(sid)).role).toBe('user');
    const own = (await list(as))[0]?.id ?? '';
    expect((await end(as, own)).headers.get('x-session-id')).toBe('');
  });

  it('has none of another account, which only its owner can end', async () => {
    const [stranger, { as }] = [await fixture.createCustomer(), await fixture.createCustomer()];
    const [theirs] = await list(stranger.as);
    expect(await list(as)).toHaveLength(1);
    expect((await end(as, theirs?.id ?? '')).status).toBe(404);
    expect((await fixture.resolveSession(stranger.sid)).role).toBe('user');
  });
});

describe('signing out everywhere', () => {
  it('ends all sessions of the user, including the current one, and no others', async () => {
    const { user, sid, as } = await fixture.createCustomer();
    const others = [getSid(await fixture.login(user.email)), getSid(await fixture.login(user.email))];
    const { sid: stranger } = await fixture.createCustomer();
    const answer = await fixture.service.call('POST', '/api/user/sign-out-everywhere', { as });
    expect([answer.status, answer.headers.get('x-session-id')]).toEqual([204, '']);
    for (const ended of [sid, ...others]) expect((await fixture.resolveSession(ended)).token).toBeNull();
    expect((await fixture.resolveSession(stranger)).role).toBe('user');
    const event = await events.waitForEvent('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(sid)),
    );
    expect((event.data as { sidHashes: string[] }).sidHashes.sort()).toEqual([sid, ...others].map(sha256).sort());
    expect(event.data).toMatchObject({ reason: 'signed-out-everywhere' });
    expect((await fixture.login(user.email)).status).toBe(200);
  });

  it('succeeds the second time', async () => {
    const { as } = await fixture.createCustomer();
    for (let time = 0; time < 2; time++)
      expect((await fixture.service.call('POST', '/api/user/sign-out-everywhere', { as })).status).toBe(204);
  });
});

describe('the personal data of an account', () => {
  it('contain the account, sessions, known browsers, guest visits, reset links and role changes', async () => {
    const { as: guest, guestId } = await fixture.createGuest();
    const { user, as } = await fixture.createCustomer(guest);
    await fixture.login(user.email);
    await fixture.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    await fixture.database.query(
      `INSERT INTO audit_entries (actor, action, subject_type, subject_id, before, after) VALUES ('ada@example.com', 'user.role-changed', 'user', $1, '{"role":"user"}', '{"role":"admin"}')`,
      [user.id],
    );
    const files = await readPersonalFiles(fixture, as);
    const today = new Date().toISOString().slice(0, 10);
    const { emailConfirmed: _, ...account } = user;
    expect(JSON.parse(files['account.json'] ?? '')).toEqual({
      ...account,
      permissions: [],
      secondFactorSince: null,
      emailConfirmedAt: null,
      createdAt: expect.stringContaining(today),
      updatedAt: expect.any(String),
    });
    expect(JSON.parse(files['signed-in.json'] ?? '')).toEqual(
      Array(2).fill({ browser: null, signedInAt: expect.any(String), lastUsedOn: today, endsAt: expect.any(String) }),
    );
    expect(JSON.parse(files['known-browsers.json'] ?? '')).toEqual(
      Array(2).fill({ network: 'unknown', lastUsedAt: expect.stringContaining(today) }),
    );
    expect(JSON.parse(files['visits-as-guest.json'] ?? '')).toEqual([{ guestId, claimedAt: expect.any(String) }]);
    expect(JSON.parse(files['password-links.json'] ?? '')).toEqual([
      { askedAt: expect.any(String), expiresAt: expect.any(String) },
    ]);
    expect(JSON.parse(files['confirmation-links.json'] ?? '')).toEqual([
      { askedAt: expect.any(String), expiresAt: expect.any(String) },
    ]);
    expect(JSON.parse(files['role-changes.json'] ?? '')).toEqual([
      { at: expect.any(String), before: { role: 'user' }, after: { role: 'admin' } },
    ]);
    const events = JSON.parse(files['security-log.json'] ?? '') as { event: string }[];
    expect(events.map(({ event }) => event).sort()).toEqual([
      'data-downloaded',
      'registered',
      'reset-link-requested',
      'signed-in',
    ]);
    expect(Object.keys(files)).toHaveLength(8);
    expect(Object.values(files).join('\n')).not.toContain('ada@example.com');
  });

  it('contain no secrets and no data of other people', async () => {
    const stranger = await fixture.createCustomer();
    const { user, sid, as } = await fixture.createCustomer();
    await fixture.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    const content = Object.values(await readPersonalFiles(fixture, as)).join('\n');
    const [row] = await fixture.database.query<{ password: string; token: string }>(
      'SELECT u.password, t.token FROM users u JOIN password_reset_tokens t ON t.user_id = u.id WHERE u.id = $1',
      [user.id],
    );
    expect(row?.token).toMatch(/^[0-9a-f]{64}$/);
    for (const secret of [row?.password, row?.token, sid, sha256(sid), PASSWORD, stranger.user.id, stranger.user.email])
      expect(content).not.toContain(secret);
  });

  it('are not available after the account is closed', async () => {
    const { as } = await fixture.createCustomer();
    await fixture.requestErasure(as);
    expect((await fixture.service.call('GET', '/internal/personal-data', { as })).status).toBe(401);
  });
});
