import { SECOND_FACTOR_NOT_RECENT, type IdentityClaims } from '@shop/contracts-common';
import { isArchiveRoute, needsSecondFactor, toPath, type Route } from '@shop/contracts-common/routes';
import * as identityRoutes from '@shop/contracts-identity/routes';
import { randomUUID } from 'node:crypto';
import { recordEvents } from '@shop/testing';
import { getSid, PASSWORD, resetByLink } from './identity-fixture.js';
import { SecondFactorFixture, type Admin } from './second-factor-fixture.js';

const NEW_PASSWORD = 'battery staple';
const HOUR_MS = 3_600_000;

let fixture: SecondFactorFixture;
beforeAll(async () => {
  fixture = await SecondFactorFixture.start({ RATE_LIMIT_ACCOUNT_FAILURES: '50' });
});
afterAll(() => fixture.close());

const confirm = (as: IdentityClaims) => fixture.post('/api/user/confirm-password', as, { password: PASSWORD });
const change = (as: IdentityClaims) =>
  fixture.post('/api/user/change-password', as, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });

/** The state of the session that this answer has started. */
const getState = async (answer: Parameters<typeof getSid>[0]): Promise<string | undefined> =>
  (await fixture.getUser(await fixture.identity.getClaims(getSid(answer)))).secondFactor;

describe('a thief who has only the password of an account with a second factor', () => {
  /** A body that each of the calls takes. */
  const BODY = { password: PASSWORD, currentPassword: PASSWORD, newPassword: NEW_PASSWORD, code: '123456' };

  it.each(
    Object.values<Route>(identityRoutes)
      .filter((route) => !isArchiveRoute(route) && needsSecondFactor(route))
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('is refused %s, which changes nothing', async (_, { method, path }) => {
    const admin = await fixture.createProtectedAdmin();
    const { as, sid } = await fixture.signIn(admin);
    const [session] = await fixture.identity.database.query<{ id: string }>(
      "SELECT sess ->> 'id' AS id FROM sessions WHERE sid = $1",
      [admin.as.sid],
    );
    const answer = await fixture.identity.service.call(method, toPath(path, { id: session?.id ?? '' }), {
      as,
      body: BODY,
      headers: { accept: 'application/problem+json' },
    });
    expect([answer.status, answer.json()]).toMatchObject([403, { code: SECOND_FACTOR_NOT_RECENT }]);
    for (const each of [sid, admin.sid]) expect((await fixture.identity.resolveSession(each)).token).not.toBeNull();
    expect((await fixture.signIn(admin)).answer.secondFactor).toBe('asked');
  });

  it('is named to the gateway, which refuses the export of the account', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { sid } = await fixture.signIn(admin);
    expect(await fixture.identity.resolveSession(sid)).toMatchObject({ role: 'user', isCodeMissing: true });
    expect(await fixture.identity.resolveSession(admin.sid)).not.toHaveProperty('isCodeMissing');
  });

  it('may read the user and the state of the second factor, and sign out', async () => {
    const admin = await fixture.createProtectedAdmin();
    const { as, sid } = await fixture.signIn(admin);
    expect(await fixture.getUser(as)).toMatchObject({ email: admin.user.email, role: 'user' });
    const status = await fixture.identity.service.call('GET', '/api/user/second-factor', { as });
    expect(status.json()).toMatchObject({ isOn: true, isRecent: false });
    expect((await fixture.post('/api/logout', as, {})).status).toBe(204);
    expect((await fixture.identity.resolveSession(sid)).token).toBeNull();
  });
});

it('a new password by a reset link leaves the second factor, which the next sign-in is asked for', async () => {
  const admin = await fixture.createProtectedAdmin();
  const events = await recordEvents(fixture.identity.transport, ['reset-link.requested']);
  await resetByLink(fixture.identity, events, admin.user, NEW_PASSWORD);
  await events.stop();
  expect((await fixture.identity.resolveSession(admin.sid)).token).toBeNull();
  const answer = await fixture.identity.login(admin.user.email, undefined, NEW_PASSWORD);
  expect(answer.json()).toMatchObject({ role: 'user', secondFactor: 'asked' });
});

describe('a session that entered a code', () => {
  /** As if the code had been entered so long ago; the claims are those of a token from before. */
  const makeOld = ({ as }: Pick<Admin, 'as'>, hours: number) =>
    fixture.identity.database.query(
      `UPDATE sessions SET sess = sess || jsonb_build_object('secondFactorAt', $2::text) WHERE sid = $1`,
      [as.sid, new Date(Date.now() - hours * HOUR_MS).toISOString()],
    );

  it.each([
    ['confirmed', confirm],
    ['changed', change],
  ])('keeps it for 12 hours when the password is %s, then is asked', async (_, call) => {
    const [recent, old] = [await fixture.createProtectedAdmin(), await fixture.createProtectedAdmin()];
    await makeOld(recent, 11.9);
    await makeOld(old, 12.1);
    expect(await getState(await call(recent.as))).toBe('on');
    expect(await getState(await call(old.as))).toBe('asked');
  });

  it('is asked at the end of the 12 hours, although its password was confirmed in between', async () => {
    const admin = await fixture.createProtectedAdmin();
    await makeOld(admin, 11.9);
    const sid = getSid(await confirm(admin.as));
    const as = await fixture.identity.getClaims(sid);
    await makeOld({ as }, 12.1);
    expect(await fixture.identity.resolveSession(sid)).toMatchObject({ role: 'user', isCodeMissing: true });
  });

  it.each([
    ['confirmed', confirm],
    ['changed', change],
  ])('is continued once when its password is %s by concurrent calls', async (_, call) => {
    const admin = await fixture.createProtectedAdmin();
    const answers = await Promise.all([1, 2, 3].map(() => call(admin.as)));
    const sids = answers.map(getSid).filter(Boolean);
    expect([answers.filter(({ status }) => status < 300).length, sids.length]).toEqual([1, 1]);
    expect(
      await fixture.identity.database.query("SELECT 1 FROM sessions WHERE sess ->> 'userId' = $1", [admin.user.id]),
    ).toHaveLength(1);
  });

  it('is not revived by its token once it has ended', async () => {
    const admin = await fixture.createProtectedAdmin();
    await fixture.post('/api/user/sign-out-everywhere', admin.as, {});
    for (const call of [confirm, change]) {
      const answer = await call(admin.as);
      expect([answer.status, getSid(answer)]).toEqual([401, '']);
    }
  });

  it('is not multiplied by a repeated change of the password, whose further sessions are asked', async () => {
    const admin = await fixture.createProtectedAdmin();
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const headers = { 'idempotency-key': randomUUID() };
    const send = () =>
      fixture.identity.service.call('POST', '/api/user/change-password', { as: admin.as, body, headers });
    expect([await getState(await send()), await getState(await send())]).toEqual(['on', 'asked']);
  });
});
