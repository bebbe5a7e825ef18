import type { IdentityClaims } from '@shop/contracts/common';
import { secondFactorChanged, type User } from '@shop/contracts/identity';
import type { TestResponse } from '@shop/testing';
import { Secret, TOTP } from 'otpauth';
import { register } from 'prom-client';
import { getSid, IdentityFixture, PASSWORD } from './identity-fixture.js';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await IdentityFixture.start({ RATE_LIMIT_ACCOUNT_CODES: '3', RATE_LIMIT_ACCOUNT_FAILURES: '50' });
});
afterAll(() => fixture.close());

interface Admin {
  user: User;
  as: IdentityClaims;
  sid: string;
}

interface Protected extends Admin {
  secret: string;
  recoveryCodes: string[];
}

const post = (path: string, as: IdentityClaims | undefined, body: object): Promise<TestResponse> =>
  fixture.service.call('POST', path, { as, body });
const enter = (as: IdentityClaims, code: string): Promise<TestResponse> => post('/api/second-factor', as, { code });
const getUser = async (as: IdentityClaims): Promise<User> =>
  (await fixture.service.call('GET', '/api/user', { as })).json<User>();

/** A code that was not used: as if half a minute had passed. */
async function nextCode({ user, secret }: Pick<Protected, 'user' | 'secret'>): Promise<string> {
  await fixture.database.query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [user.id]);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate();
}

async function createAdmin(): Promise<Admin> {
  const { user, sid } = await fixture.createCustomer();
  await fixture.database.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
  return { user, sid, as: await fixture.getClaims(sid) };
}

async function createProtectedAdmin(): Promise<Protected> {
  const admin = await createAdmin();
  const { secret } = (await post('/api/user/second-factor', admin.as, { password: PASSWORD })).json<{
    secret: string;
  }>();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const answer = await post('/api/user/second-factor/turn-on', admin.as, { code });
  expect(answer.status).toBe(200);
  const sid = getSid(answer);
  return { ...admin, secret, sid, as: await fixture.getClaims(sid), ...answer.json<{ recoveryCodes: string[] }>() };
}

/** Signed in with the password alone. */
async function signIn({ user }: Pick<Admin, 'user'>): Promise<{ answer: User; sid: string; as: IdentityClaims }> {
  const answer = await fixture.login(user.email);
  expect(answer.status).toBe(200);
  const sid = getSid(answer);
  return { answer: answer.json<User>(), sid, as: await fixture.getClaims(sid) };
}

const listChanges = async (userId: string): Promise<unknown[]> =>
  (
    await fixture.database.query<{ data: { change: string; recoveryCodesLeft: number } }>(
      "SELECT envelope -> 'data' AS data FROM outbox WHERE envelope ->> 'type' = $1 AND envelope ->> 'subject' = $2 ORDER BY position",
      [secondFactorChanged.type, `user/${userId}`],
    )
  ).map(({ data }) => [data.change, data.recoveryCodesLeft]);

const listSecurityEvents = async (userId: string): Promise<string[]> =>
  (
    await fixture.database.query<{ event: string }>('SELECT event FROM security_log WHERE user_id = $1 ORDER BY id', [
      userId,
    ])
  ).map(({ event }) => event);

describe('signing in with a second factor', () => {
  it('has the role user everywhere until a code is entered, in the same session under a new id', async () => {
    const admin = await createProtectedAdmin();
    const { answer, sid, as } = await signIn(admin);
    expect(answer).toEqual({ ...admin.user, role: 'user', secondFactor: 'asked' });
    expect(await getUser(as)).toEqual(answer);
    expect([as.role, as.secondFactorAt, as.permissions]).toEqual(['user', undefined, undefined]);
    expect((await fixture.resolveSession(sid)).role).toBe('user');

    const entered = await enter(as, await nextCode(admin));
    expect([entered.status, entered.json()]).toMatchObject([200, { ...admin.user, role: 'admin', secondFactor: 'on' }]);
    const newSid = getSid(entered);
    expect((await fixture.resolveSession(sid)).token).toBeNull();
    const claims = await fixture.getClaims(newSid);
    expect(claims).toMatchObject({ role: 'admin', userId: admin.user.id });
    expect(Date.now() - Date.parse(claims.secondFactorAt ?? '')).toBeLessThan(60_000);
    expect((await fixture.resolveSession(newSid)).role).toBe('admin');
  });

  it('is not asked of customers, nor of admins without one', async () => {
    const { user, as } = await fixture.createCustomer();
    expect(await getUser(as)).toEqual(user);
    const admin = await createAdmin();
    expect((await signIn(admin)).answer).toMatchObject({ ...admin.user, role: 'admin', secondFactor: 'off' });
    expect((await enter(as, '123456')).status).toBe(409);
    expect((await enter(admin.as, '123456')).status).toBe(409);
  });

  it('keeps the factor of a session whose password is confirmed or changed', async () => {
    const admin = await createProtectedAdmin();
    const confirmed = getSid(await post('/api/user/confirm-password', admin.as, { password: PASSWORD }));
    const as = await fixture.getClaims(confirmed);
    expect(as.secondFactorAt).toBe(admin.as.secondFactorAt);
    const changed = await post('/api/user/change-password', as, {
      currentPassword: PASSWORD,
      newPassword: 'battery staple',
    });
    expect(await fixture.getClaims(getSid(changed))).toMatchObject({ role: 'admin' });
  });

  it('does not extend the session: a code is no sign-in', async () => {
    const admin = await createProtectedAdmin();
    const { sid, as } = await signIn(admin);
    await fixture.database.query(
      `UPDATE sessions SET sess = jsonb_set(sess, '{startedAt}', '"2026-01-01T00:00:00.000Z"') WHERE sid = $1`,
      [as.sid],
    );
    const { signedInAt } = await fixture.resolveSession(sid);
    const entered = getSid(await enter(as, await nextCode(admin)));
    const [row] = await fixture.database.query<{ startedAt: string }>(
      "SELECT sess ->> 'startedAt' AS \"startedAt\" FROM sessions WHERE sess ->> 'userId' = $1 AND sess ? 'secondFactorAt' ORDER BY sess ->> 'startedAt' LIMIT 1",
      [admin.user.id],
    );
    expect([new Date(row?.startedAt ?? 0).toISOString(), entered.length]).toEqual([signedInAt, 43]);
  });
});

describe('a code', () => {
  it('works once: of concurrent sessions exactly one succeeds', async () => {
    const admin = await createProtectedAdmin();
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(admin)));
    const code = await nextCode(admin);
    const statuses = await Promise.all(sessions.map(async ({ as }) => (await enter(as, code)).status));
    expect(statuses.sort()).toEqual([200, 400, 400]);
    const [recoveryCode = ''] = admin.recoveryCodes;
    const others = await Promise.all([1, 2, 3].map(() => signIn(admin)));
    const recovered = await Promise.all(others.map(async ({ as }) => (await enter(as, recoveryCode)).status));
    expect(recovered.sort()).toEqual([200, 400, 400]);
    expect(await listChanges(admin.user.id)).toEqual([
      ['turned-on', 10],
      ['recovery-code-used', 9],
    ]);
  });

  it('is not used up by a call that fails', async () => {
    const admin = await createProtectedAdmin();
    const { as } = await signIn(admin);
    const [code = ''] = admin.recoveryCodes;
    await fixture.database.query('DELETE FROM sessions WHERE sid = $1', [as.sid]);
    expect((await enter(as, code)).status).toBe(401);
    expect((await enter((await signIn(admin)).as, code)).status).toBe(200);
  });

  it('that is wrong is limited by account, logged and counted, and a recovery code still leads in', async () => {
    const admin = await createProtectedAdmin();
    const failuresBefore =
      (await register.getSingleMetric('second_factor_failures_total')?.get())?.values[0]?.value ?? 0;
    // A thief of the password starts a new session for each guess.
    const guess = async (): Promise<TestResponse> => enter((await signIn(admin)).as, '000000');
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await guess()).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    const refused = await enter((await signIn(admin)).as, await nextCode(admin));
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await listSecurityEvents(admin.user.id)).filter((event) => event === 'second-factor-wrong')).toHaveLength(
      3,
    );
    expect((await register.getSingleMetric('second_factor_failures_total')?.get())?.values[0]?.value).toBe(
      failuresBefore + 3,
    );

    // The owner, in a session that has entered a code before, and with a recovery code in a new one.
    expect((await enter(admin.as, await nextCode(admin))).status).toBe(200);
    const { as } = await signIn(admin);
    expect((await enter(as, admin.recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ') ?? '')).status).toBe(200);
  });
});

describe('setting up', () => {
  it('takes the password and a first code, ends the other sessions and is in the security log', async () => {
    const admin = await createAdmin();
    const other = await signIn(admin);
    expect((await post('/api/user/second-factor', admin.as, { password: 'not the one' })).status).toBe(400);
    expect((await post('/api/user/second-factor/turn-on', admin.as, { code: '123456' })).status).toBe(409);
    const setup = (await post('/api/user/second-factor', admin.as, { password: PASSWORD })).json<{
      secret: string;
      uri: string;
    }>();
    expect(setup.uri).toContain(`secret=${setup.secret}`);
    expect((await post('/api/user/second-factor/turn-on', admin.as, { code: '000000' })).status).toBe(400);
    // Not on yet.
    expect((await signIn(admin)).answer.role).toBe('admin');
    const code = new TOTP({ secret: Secret.fromBase32(setup.secret) }).generate();
    const answer = await post('/api/user/second-factor/turn-on', admin.as, { code });
    const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    for (const sid of [admin.sid, other.sid]) expect((await fixture.resolveSession(sid)).token).toBeNull();
    const as = await fixture.getClaims(getSid(answer));
    expect(await getUser(as)).toMatchObject({ role: 'admin', secondFactor: 'on' });
    expect((await enter(as, code)).status).toBe(400);
    expect((await post('/api/user/second-factor', as, { password: PASSWORD })).status).toBe(409);
    expect((await fixture.service.call('GET', '/api/user/second-factor', { as })).json()).toEqual({
      isOn: true,
      isRecent: true,
      recoveryCodesLeft: 10,
    });
    const earlier = { ...as, secondFactorAt: new Date(Date.now() - 9.5 * 60_000).toISOString() };
    expect((await fixture.service.call('GET', '/api/user/second-factor', { as: earlier })).json()).toMatchObject({
      isRecent: false,
    });
    expect(await listSecurityEvents(admin.user.id)).toContain('second-factor-turned-on');
    const stored = JSON.stringify([
      await fixture.database.query('SELECT * FROM second_factors'),
      await fixture.database.query('SELECT * FROM recovery_codes'),
      await fixture.database.query('SELECT * FROM outbox'),
    ]);
    for (const secret of [setup.secret, ...recoveryCodes]) expect(stored).not.toContain(secret);
  });

  it('is for admins, and takes an hour at most', async () => {
    const customer = await fixture.createCustomer();
    expect((await post('/api/user/second-factor', customer.as, { password: PASSWORD })).status).toBe(403);
    const admin = await createAdmin();
    const { secret } = (await post('/api/user/second-factor', admin.as, { password: PASSWORD })).json<{
      secret: string;
    }>();
    await fixture.database.query(
      "UPDATE second_factors SET begun_at = now() - interval '61 minutes' WHERE user_id = $1",
      [admin.user.id],
    );
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await post('/api/user/second-factor/turn-on', admin.as, { code })).status).toBe(409);
  });

  it('replaces recovery codes', async () => {
    const admin = await createProtectedAdmin();
    const renew = (code: string) => post('/api/user/second-factor/recovery-codes', admin.as, { code });
    const { recoveryCodes } = (await renew(await nextCode(admin))).json<{ recoveryCodes: string[] }>();
    expect((await enter((await signIn(admin)).as, admin.recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await enter((await signIn(admin)).as, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('is undone by a code and the password, which ends the other sessions', async () => {
    const admin = await createProtectedAdmin();
    const other = await signIn(admin);
    const turnOff = (code: string, password: string) =>
      post('/api/user/second-factor/turn-off', admin.as, { code, password });
    expect((await turnOff(await nextCode(admin), 'not the one')).status).toBe(400);
    expect((await turnOff('000000', PASSWORD)).status).toBe(400);
    const done = await turnOff(await nextCode(admin), PASSWORD);
    expect(done.status).toBe(204);
    expect((await fixture.resolveSession(other.sid)).token).toBeNull();
    expect(await getUser(await fixture.getClaims(getSid(done)))).toMatchObject({ role: 'admin', secondFactor: 'off' });
    expect(await listChanges(admin.user.id)).toEqual([
      ['turned-on', 10],
      ['turned-off', 0],
    ]);
  });
});

describe('the erasure of an admin’s account', () => {
  beforeAll(() => createAdmin());

  it('takes a recent code besides the password, and deletes the factor', async () => {
    const admin = await createProtectedAdmin();
    const { as } = await signIn(admin);
    expect((await fixture.requestErasure(as)).status).toBe(403);
    const old = { ...admin.as, secondFactorAt: new Date(Date.now() - 11 * 60_000).toISOString() };
    const refused = await fixture.service.call('POST', '/api/user/erase', {
      as: old,
      body: { password: PASSWORD },
      headers: { accept: 'application/problem+json' },
    });
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'SECOND_FACTOR_NOT_RECENT' }]);
    expect((await fixture.requestErasure(admin.as)).status).toBe(202);
    await fixture.database.query('DELETE FROM users WHERE id = $1', [admin.user.id]);
    expect(await fixture.database.query('SELECT 1 FROM second_factors WHERE user_id = $1', [admin.user.id])).toEqual(
      [],
    );
  });
});
