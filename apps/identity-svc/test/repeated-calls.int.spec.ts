import { randomUUID } from 'node:crypto';
import type { IdentityClaims } from '@shop/contracts-common';
import type { User } from '@shop/contracts-identity';
import { recordEvents, type EventRecorder } from '@shop/testing';
import { AccountCallsRepository } from '../src/users/account-calls.repository.js';
import { getSid, IdentityFixture, newEmail, PASSWORD, readResetLink } from './identity-fixture.js';

const NEW_PASSWORD = 'battery staple';
const REUSED = 'This Idempotency-Key was already used for something else.';

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start();
  events = await recordEvents(fixture.transport, ['reset-link.requested']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const post = (path: string, body: object, key: string, as?: IdentityClaims) =>
  fixture.service.call('POST', path, { as, body, headers: { 'idempotency-key': key } });

/** A call whose answer was lost is sent again with its key. */
describe('a repeated call', () => {
  it('registers once, and signs in with the second answer', async () => {
    const [email, key, guest] = [newEmail(), randomUUID(), await fixture.createGuest()];
    const body = { email, password: PASSWORD, firstName: 'Pat' };
    const lost = await post('/api/register', body, key, guest.as);
    const again = await post('/api/register', body, key);
    expect([again.status, again.json()]).toEqual([201, lost.json()]);
    expect(await fixture.getClaims(getSid(again))).toMatchObject({ userId: lost.json<User>().id });
    expect(await fixture.countPublished('user.registered', lost.json<User>().id)).toBe(1);

    // The key proves nothing.
    const refused = [
      await post('/api/register', { ...body, password: NEW_PASSWORD }, key),
      await post('/api/register', { ...body, email: newEmail() }, key),
      await post('/api/register', body, randomUUID()),
      await post('/api/register', { ...body, email: (await fixture.createCustomer()).user.email }, key),
    ];
    expect(refused.map(({ status, text }) => [status, text])).toEqual([
      [409, REUSED],
      [409, REUSED],
      [409, 'An account with this email already exists'],
      [409, REUSED],
    ]);
    expect(refused.map(getSid)).toEqual(['', '', '', '']);
  });

  it('registers once, also when it is sent four times at once', async () => {
    const [email, key] = [newEmail(), randomUUID()];
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post('/api/register', { email, password: PASSWORD }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json<User>().id)).size).toBe(1);
  });

  it('changes the password once, for the account that changed it', async () => {
    const [{ user, as }, other, key] = [await fixture.createCustomer(), await fixture.createCustomer(), randomUUID()];
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const path = '/api/user/change-password';
    const answers = [await post(path, body, key, as), await post(path, body, key, as)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const answer of answers) expect(await fixture.getClaims(getSid(answer))).toMatchObject({ userId: user.id });
    expect(await fixture.countPublished('password.changed', user.id)).toBe(1);
    const refused = [
      await post(path, { ...body, newPassword: 'something else' }, key, as),
      await post(path, body, key, other.as),
      await post(path, body, randomUUID(), as),
    ];
    expect(refused.map(({ status, text }) => [status, text])).toEqual([
      [409, REUSED],
      [409, REUSED],
      [400, 'Current password is incorrect'],
    ]);
  });

  it('resets the password once by its link', async () => {
    const [{ user }, key] = [await fixture.createCustomer(), randomUUID()];
    await post('/api/forgot-password', { email: user.email }, randomUUID());
    const event = await events.waitForEvent('reset-link.requested', ({ subject }) => subject === `user/${user.id}`);
    const { token } = await readResetLink(event.data);
    const body = { token, password: NEW_PASSWORD };
    expect((await post('/api/reset-password', body, key)).status).toBe(200);
    const sid = getSid(await fixture.login(user.email, undefined, NEW_PASSWORD));
    expect((await post('/api/reset-password', body, key)).status).toBe(200);
    expect((await fixture.resolveSession(sid)).role).toBe('user');
    expect(await fixture.countPublished('password.changed', user.id)).toBe(1);
    expect((await post('/api/reset-password', { ...body, password: 'something else' }, key)).status).toBe(409);
    expect((await post('/api/reset-password', body, randomUUID())).status).toBe(400);
  });

  it('is recognised for a day', async () => {
    const key = randomUUID();
    const registered = await post('/api/register', { email: newEmail(), password: PASSWORD }, key);
    const calls = fixture.service.get(AccountCallsRepository);
    await calls.deleteOld();
    expect(await calls.findCall(key)).toMatchObject({ userId: registered.json<User>().id });
    await fixture.database.query(`UPDATE account_calls SET created_at = now() - interval '25 hours' WHERE key = $1`, [
      key,
    ]);
    await calls.deleteOld();
    expect(await calls.findCall(key)).toBeNull();
  });
});
