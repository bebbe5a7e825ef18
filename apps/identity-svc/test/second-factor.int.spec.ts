import type { IdentityClaims } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit';
import type { TestResponse } from '@shop/testing';
import { register } from 'prom-client';
import type { Config } from '../src/config.js';
import { TotpSecrets } from '../src/second-factor/totp-secrets.service.js';
import { PASSWORD, getSid } from './identity-fixture.js';
import { readPersonalFiles } from './personal-data-files.js';
import { SecondFactorFixture, createCode, type ProtectedAdmin } from './second-factor-fixture.js';

const PRESENT_SECRET = 'the present secret of second factors';
const FORMER_SECRET = 'the former secret of second factors';

let fixture: SecondFactorFixture;
beforeAll(async () => {
  fixture = await SecondFactorFixture.start({
    RATE_LIMIT_ACCOUNT_CODES: '3',
    RATE_LIMIT_ACCOUNT_FAILURES: '50',
    SECOND_FACTOR_SECRET: `${PRESENT_SECRET},${FORMER_SECRET}`,
  });
});
afterAll(() => fixture.close());

describe('signing in with a second factor', () => {
  it('has the role user everywhere until a code is entered, in the same session under a new id', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { answer, sid, as } = await fixture.signIn(admin);
    expect(answer).toEqual({ ...admin.user, role: 'user', secondFactor: 'asked' });
    expect(await fixture.getUser(as)).toEqual(answer);
    expect([as.role, as.secondFactorAt, as.permissions]).toEqual(['user', undefined, undefined]);
    expect((await fixture.identity.resolveSession(sid)).role).toBe('user');

    const entered = await fixture.enter(as, await fixture.nextCode(admin));
    expect([entered.status, entered.json()]).toMatchObject([200, { ...admin.user, role: 'admin', secondFactor: 'on' }]);
    const newSid = getSid(entered);
    expect((await fixture.identity.resolveSession(sid)).token).toBeNull();
    const claims = await fixture.identity.getClaims(newSid);
    expect(claims).toMatchObject({ role: 'admin', userId: admin.user.id });
    expect(Date.now() - Date.parse(claims.secondFactorAt ?? '')).toBeLessThan(60_000);
    expect((await fixture.identity.resolveSession(newSid)).role).toBe('admin');
  });

  it('is not asked of customers, nor of admins without one', async () => {
    const { user, as } = await fixture.identity.createCustomer();
    expect(await fixture.getUser(as)).toEqual(user);
    const admin = await fixture.createAdmin();
    expect((await fixture.signIn(admin)).answer).toMatchObject({ ...admin.user, role: 'admin', secondFactor: 'off' });
    expect((await fixture.enter(as, '123456')).status).toBe(409);
    expect((await fixture.enter(admin.as, '123456')).status).toBe(409);
  });

  it('does not extend the session: a code is no sign-in', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { sid, as } = await fixture.signIn(admin);
    await fixture.identity.database.query(
      `UPDATE sessions SET sess = jsonb_set(sess, '{startedAt}', '"2026-01-01T00:00:00.000Z"') WHERE sid = $1`,
      [as.sid],
    );
    const { signedInAt } = await fixture.identity.resolveSession(sid);
    const entered = getSid(await fixture.enter(as, await fixture.nextCode(admin)));
    const [row] = await fixture.identity.database.query<{ startedAt: string }>(
      "SELECT sess ->> 'startedAt' AS \"startedAt\" FROM sessions WHERE sess ->> 'userId' = $1 AND sess ? 'secondFactorAt' ORDER BY sess ->> 'startedAt' LIMIT 1",
      [admin.user.id],
    );
    expect([new Date(row?.startedAt ?? 0).toISOString(), entered.length]).toEqual([signedInAt, 43]);
  });
});

describe('a code', () => {
  it('works once: of concurrent sessions exactly one succeeds', async () => {
    const admin = await fixture.createProtectedAdmin();
    const sessions = await Promise.all([1, 2, 3].map(() => fixture.signIn(admin)));
    const code = await fixture.nextCode(admin);
    const statuses = await Promise.all(sessions.map(async ({ as }) => (await fixture.enter(as, code)).status));
    expect(statuses.sort()).toEqual([200, 400, 400]);
    const [recoveryCode = ''] = admin.recoveryCodes;
    const others = await Promise.all([1, 2, 3].map(() => fixture.signIn(admin)));
    const recovered = await Promise.all(others.map(async ({ as }) => (await fixture.enter(as, recoveryCode)).status));
    expect(recovered.sort()).toEqual([200, 400, 400]);
    expect(await fixture.listChanges(admin.user.id)).toEqual([
      ['turned-on', 10],
      ['recovery-code-used', 9],
    ]);
  });

  it('is not used up by a call that fails', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { as } = await fixture.signIn(admin);
    const [code = ''] = admin.recoveryCodes;
    await fixture.identity.database.query('DELETE FROM sessions WHERE sid = $1', [as.sid]);
    expect((await fixture.enter(as, code)).status).toBe(401);
    expect((await fixture.enter((await fixture.signIn(admin)).as, code)).status).toBe(200);
  });

  it('that is wrong is limited by account, logged and counted, and a recovery code still leads in', async () => {
    const admin = await fixture.createProtectedAdmin();
    const failuresBefore =
      (await register.getSingleMetric('second_factor_failures_total')?.get())?.values[0]?.value ?? 0;
    // A thief of the password starts a new session for each guess.
    const guess = async (): Promise<TestResponse> => fixture.enter((await fixture.signIn(admin)).as, '000000');
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await guess()).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    const refused = await fixture.enter((await fixture.signIn(admin)).as, await fixture.nextCode(admin));
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(
      (await fixture.listSecurityEvents(admin.user.id)).filter((event) => event === 'second-factor-wrong'),
    ).toHaveLength(3);
    expect((await register.getSingleMetric('second_factor_failures_total')?.get())?.values[0]?.value).toBe(
      failuresBefore + 3,
    );

    // The owner, in a session that has entered a code before, and with a recovery code in a new one.
    expect((await fixture.enter(admin.as, await fixture.nextCode(admin))).status).toBe(200);
    const { as } = await fixture.signIn(admin);
    expect((await fixture.enter(as, admin.recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ') ?? '')).status).toBe(
      200,
    );
  });
});

describe('the limit of a session that has entered a code', () => {
  const guess = (as: IdentityClaims): Promise<TestResponse> => fixture.enter(as, '000000');

  it('stays when its password is confirmed, and begins again with a right code', async () => {
    const admin = await fixture.createProtectedAdmin();
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await guess(admin.as)).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    const confirmed = await fixture.post('/api/user/confirm-password', admin.as, { password: PASSWORD });
    const as = await fixture.identity.getClaims(getSid(confirmed));
    expect((await guess(as)).status).toBe(429);
    const entered = await fixture.enter(as, admin.recoveryCodes[0] ?? '');
    expect((await guess(await fixture.identity.getClaims(getSid(entered)))).status).toBe(400);
  });

  it('is not used up by other sessions of the account, and does not use up theirs', async () => {
    const admin = await fixture.createProtectedAdmin();
    for (let time = 0; time < 4; time++) await guess((await fixture.signIn(admin)).as);
    expect((await guess(admin.as)).status).toBe(400);
    const other = await fixture.createProtectedAdmin();
    for (let time = 0; time < 4; time++) await guess(other.as);
    expect((await guess((await fixture.signIn(other)).as)).status).toBe(400);
  });

  it('does not count a right code whose session has ended', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { as } = await fixture.signIn(admin);
    await fixture.identity.database.query('DELETE FROM sessions WHERE sid = $1', [as.sid]);
    for (let time = 0; time < 4; time++)
      expect((await fixture.enter(as, await fixture.nextCode(admin))).status).toBe(401);
    expect((await guess((await fixture.signIn(admin)).as)).status).toBe(400);
  });
});

describe('setting up', () => {
  it('takes the password and a first code, ends the other sessions and is in the security log', async () => {
    const admin = await fixture.createAdmin();
    const other = await fixture.signIn(admin);
    expect((await fixture.post('/api/user/second-factor', admin.as, { password: 'not the one' })).status).toBe(400);
    expect((await fixture.post('/api/user/second-factor/turn-on', admin.as, { code: '123456' })).status).toBe(409);
    const setup = await fixture.beginSetup(admin);
    expect(setup.uri).toContain(`secret=${setup.secret}`);
    // The password was confirmed, so the session has a new id.
    expect((await fixture.identity.resolveSession(admin.sid)).token).toBeNull();
    expect((await fixture.post('/api/user/second-factor/turn-on', setup.as, { code: '000000' })).status).toBe(400);
    // Not on yet.
    expect((await fixture.signIn(admin)).answer.role).toBe('admin');
    const code = createCode(setup.secret);
    const answer = await fixture.post('/api/user/second-factor/turn-on', setup.as, { code });
    const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    for (const sid of [setup.sid, other.sid]) expect((await fixture.identity.resolveSession(sid)).token).toBeNull();
    const as = await fixture.identity.getClaims(getSid(answer));
    expect(await fixture.getUser(as)).toMatchObject({ role: 'admin', secondFactor: 'on' });
    expect((await fixture.enter(as, code)).status).toBe(400);
    expect((await fixture.post('/api/user/second-factor', as, { password: PASSWORD })).status).toBe(409);
    expect((await fixture.identity.service.call('GET', '/api/user/second-factor', { as })).json()).toEqual({
      isOn: true,
      isRecent: true,
      recoveryCodesLeft: 10,
    });
    const earlier = { ...as, secondFactorAt: new Date(Date.now() - 9.5 * 60_000).toISOString() };
    expect(
      (await fixture.identity.service.call('GET', '/api/user/second-factor', { as: earlier })).json(),
    ).toMatchObject({
      isRecent: false,
    });
    expect(await fixture.listSecurityEvents(admin.user.id)).toContain('second-factor-turned-on');
    const stored = JSON.stringify([
      await fixture.identity.database.query('SELECT * FROM second_factors'),
      await fixture.identity.database.query('SELECT * FROM recovery_codes'),
      await fixture.identity.database.query('SELECT * FROM outbox'),
    ]);
    for (const secret of [setup.secret, ...recoveryCodes]) expect(stored).not.toContain(secret);
  });

  it('is for admins, and takes an hour at most', async () => {
    const customer = await fixture.identity.createCustomer();
    expect((await fixture.post('/api/user/second-factor', customer.as, { password: PASSWORD })).status).toBe(403);
    const admin = await fixture.createAdmin();
    const { secret, as } = await fixture.beginSetup(admin);
    await fixture.identity.database.query(
      "UPDATE second_factors SET begun_at = now() - interval '61 minutes' WHERE user_id = $1",
      [admin.user.id],
    );
    const code = createCode(secret);
    expect((await fixture.post('/api/user/second-factor/turn-on', as, { code })).status).toBe(409);
  });

  it('counts and logs wrong first codes like those of a sign-in', async () => {
    const admin = await fixture.createAdmin();
    expect((await fixture.post('/api/user/second-factor/turn-on', admin.as, { code: '000000' })).status).toBe(409);
    const { secret, as } = await fixture.beginSetup(admin);
    const turnOn = (code: string) => fixture.post('/api/user/second-factor/turn-on', as, { code });
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await turnOn('000000')).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
    expect((await turnOn(createCode(secret))).status).toBe(429);
    const events = await fixture.listSecurityEvents(admin.user.id);
    expect(events.filter((event) => event === 'second-factor-wrong')).toHaveLength(3);
    expect((await fixture.signIn(admin)).answer.secondFactor).toBe('off');
  });

  it('replaces recovery codes for a code and the password, and the owner gets an email', async () => {
    const admin = await fixture.createProtectedAdmin();
    const renew = (proof: object) => fixture.post('/api/user/second-factor/recovery-codes', admin.as, proof);
    const [used = '', kept = ''] = admin.recoveryCodes;
    expect((await renew({ code: await fixture.nextCode(admin) })).status).toBe(400);
    expect((await renew({ code: used, password: 'not the one' })).status).toBe(400);
    expect((await renew({ code: '000000', password: PASSWORD })).status).toBe(400);
    const done = await renew({ code: await fixture.nextCode(admin), password: PASSWORD });
    const { recoveryCodes } = done.json<{ recoveryCodes: string[] }>();
    expect((await fixture.identity.resolveSession(admin.sid)).token).toBeNull();
    expect((await fixture.identity.resolveSession(getSid(done))).role).toBe('admin');
    expect((await fixture.enter((await fixture.signIn(admin)).as, kept)).status).toBe(400);
    expect(await fixture.listChanges(admin.user.id)).toEqual([
      ['turned-on', 10],
      ['recovery-codes-renewed', 10],
    ]);
    expect((await fixture.enter((await fixture.signIn(admin)).as, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('is undone by a code and the password, which ends the other sessions', async () => {
    const admin = await fixture.createProtectedAdmin();
    const other = await fixture.signIn(admin);
    const turnOff = (code: string, password: string) =>
      fixture.post('/api/user/second-factor/turn-off', admin.as, { code, password });
    expect((await turnOff(await fixture.nextCode(admin), 'not the one')).status).toBe(400);
    expect((await turnOff('000000', PASSWORD)).status).toBe(400);
    const done = await turnOff(await fixture.nextCode(admin), PASSWORD);
    expect(done.status).toBe(204);
    expect((await fixture.identity.resolveSession(other.sid)).token).toBeNull();
    expect(await fixture.getUser(await fixture.identity.getClaims(getSid(done)))).toMatchObject({
      role: 'admin',
      secondFactor: 'off',
    });
    expect(await fixture.listChanges(admin.user.id)).toEqual([
      ['turned-on', 10],
      ['turned-off', 0],
    ]);
  });
});

describe('while SECOND_FACTOR_SECRET is replaced', () => {
  const secretsOf = (SECOND_FACTOR_SECRET: string): TotpSecrets =>
    new TotpSecrets({ ...fixture.identity.service.get<Config>(CONFIG), SECOND_FACTOR_SECRET });
  const readStored = async (userId: string): Promise<string> => {
    const [row] = await fixture.identity.database.query<{ secret: string }>(
      'SELECT secret FROM second_factors WHERE user_id = $1',
      [userId],
    );
    return row?.secret ?? '';
  };
  const encryptBy = async (value: string, { user, secret }: ProtectedAdmin): Promise<void> => {
    const encrypted = await secretsOf(value).encryptSecret(user.id, secret);
    await fixture.identity.database.query('UPDATE second_factors SET secret = $2 WHERE user_id = $1', [
      user.id,
      encrypted,
    ]);
  };

  it('a second factor of the former value works, and is encrypted with the present one by its next code', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { id } = admin.user;
    await encryptBy(FORMER_SECRET, admin);
    await expect(secretsOf(PRESENT_SECRET).decryptSecret(id, await readStored(id))).rejects.toThrow();
    const { as } = await fixture.signIn(admin);
    expect((await fixture.enter(as, '000000')).status).toBe(400);
    expect((await fixture.enter(as, await fixture.nextCode(admin))).status).toBe(200);
    expect(await secretsOf(PRESENT_SECRET).decryptSecret(id, await readStored(id))).toBe(admin.secret);
  });

  it('a second factor whose value was removed asks for a recovery code', async () => {
    const admin = await fixture.createProtectedAdmin();
    await encryptBy('a secret that was removed', admin);
    const { as } = await fixture.signIn(admin);
    const refused = await fixture.enter(as, await fixture.nextCode(admin));
    expect([refused.status, refused.text]).toEqual([
      409,
      'Codes of your authenticator app no longer work. Please enter a recovery code, and set two-step sign-in up again.',
    ]);
    const entered = await fixture.enter(as, admin.recoveryCodes[0] ?? '');
    const off = await fixture.post(
      '/api/user/second-factor/turn-off',
      await fixture.identity.getClaims(getSid(entered)),
      {
        code: admin.recoveryCodes[1],
        password: PASSWORD,
      },
    );
    expect(off.status).toBe(204);
  });
});

it('the personal data of an admin say what the admin may do, and since when the second factor is on, without its secrets', async () => {
  const admin = await fixture.createProtectedAdmin();
  const files = await readPersonalFiles(fixture.identity, admin.as);
  expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
    role: 'admin',
    permissions: ['refund', 'export'],
    secondFactorSince: expect.stringContaining(new Date().toISOString().slice(0, 10)),
  });
  const rows = await fixture.identity.database.query<{ secret: string; code: string; browser: string }>(
    `SELECT f.secret, c.code, b.browser FROM second_factors f JOIN recovery_codes c USING (user_id) JOIN known_browsers b USING (user_id)
     WHERE f.user_id = $1`,
    [admin.user.id],
  );
  expect(rows).toHaveLength(10);
  const content = Object.values(files).join('\n');
  for (const secret of [admin.secret, ...admin.recoveryCodes, ...rows.flatMap((row) => Object.values(row))])
    expect(content).not.toContain(secret);
});

it.each([
  ['/api/user/change-password', { currentPassword: PASSWORD, newPassword: 'battery staple' }, 200],
  ['/api/user/erase', { password: PASSWORD }, 202],
])('a recent code is needed besides the password for %s', async (path, body, status) => {
  await fixture.createAdmin(); // the last one cannot be erased
  const admin = await fixture.createProtectedAdmin();
  const as = { ...admin.as, secondFactorAt: new Date(Date.now() - 11 * 60_000).toISOString() };
  const headers = { accept: 'application/problem+json' };
  const refused = await fixture.identity.service.call('POST', path, { as, body, headers });
  expect([refused.status, refused.json()]).toMatchObject([403, { code: 'SECOND_FACTOR_NOT_RECENT' }]);
  expect((await fixture.post(path, admin.as, body)).status).toBe(status);
});

describe('the erasure of an admin’s account', () => {
  beforeAll(() => fixture.createAdmin());

  it('deletes the second factor, its recovery codes and the known browsers when the account is closed', async () => {
    const admin = await fixture.createProtectedAdmin();
    const count = async () => {
      const rows = await fixture.identity.database.query<{ table: string; count: number }>(
        `SELECT t.table, count(*)::int AS count FROM (
           SELECT 'second_factors' AS table FROM second_factors WHERE user_id = $1::uuid
           UNION ALL SELECT 'recovery_codes' FROM recovery_codes WHERE user_id = $1::uuid
           UNION ALL SELECT 'known_browsers' FROM known_browsers WHERE user_id = $1::uuid
           UNION ALL SELECT 'sessions' FROM sessions WHERE sess ->> 'userId' = $1::text) t GROUP BY t.table`,
        [admin.user.id],
      );
      return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
    };
    expect(await count()).toEqual({ second_factors: 1, recovery_codes: 10, known_browsers: 1, sessions: 1 });
    expect((await fixture.identity.requestErasure(admin.as)).status).toBe(202);
    expect(await fixture.identity.userExists(admin.user.id)).toBe(true);
    expect(await count()).toEqual({});
  });
});
