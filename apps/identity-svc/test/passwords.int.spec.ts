import { passwordResetRequested } from '@shop/contracts/identity';
import type { EventPayload } from '@shop/contracts/common';
import { recordEvents, type EventRecorder } from '@shop/testing';
import { ExpiredRowsSweep } from '../src/expired-rows.sweep.js';
import { newEmail, PASSWORD, People, sha256, sidOf } from './people.js';

const NEW_PASSWORD = 'battery staple';
const INVALID = 'This password reset link is invalid or has expired.';

let people: People;
let events: EventRecorder;
beforeAll(async () => {
  people = await People.open();
  events = await recordEvents(people.transport, ['password-reset.requested', 'password.changed', 'session.ended']);
});
afterAll(async () => {
  await events.stop();
  await people.close();
});

const post = (path: string, body: object, as?: Parameters<People['register']>[1]) => people.service.call('POST', path, { as, body });

async function askForLink(email: string, userId: string): Promise<EventPayload<typeof passwordResetRequested>> {
  expect((await post('/api/forgot-password', { email })).status).toBe(200);
  const told = await events.next('password-reset.requested', ({ subject }) => subject === `user/${userId}`);
  return passwordResetRequested.schema.parse(told.data);
}

describe('changing the password', () => {
  it('takes effect, keeps the session that asked, and ends the others', async () => {
    const { user, sid, as } = await people.customer();
    const other = sidOf(await people.login(user.email));
    const answer = await post('/api/user/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, as);
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect((await people.login(user.email)).status).toBe(401);
    expect((await people.login(user.email, undefined, NEW_PASSWORD)).status).toBe(200);
    expect((await people.resolve(sid)).role).toBe('user');
    expect((await people.resolve(other)).token).toBeNull();
    const ended = await events.next('session.ended', ({ data }) => (data as { sidHashes: string[] }).sidHashes.includes(sha256(other)));
    expect(ended.data).toEqual({ sidHashes: [sha256(other)], reason: 'password-changed' });
    await events.next('password.changed', ({ subject }) => subject === `user/${user.id}`);
  });

  it('needs the current one', async () => {
    const { user, as } = await people.customer();
    const answer = await post('/api/user/change-password', { currentPassword: 'a guess', newPassword: NEW_PASSWORD }, as);
    expect([answer.status, answer.text]).toEqual([400, 'Current password is incorrect']);
    expect((await people.login(user.email)).status).toBe(200);
  });

  it('happens once where it is asked twice at the same moment', async () => {
    const { as } = await people.customer();
    const answers = await Promise.all(['first choice', 'second choice'].map((newPassword) => post('/api/user/change-password', { currentPassword: PASSWORD, newPassword }, as)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    [{ currentPassword: PASSWORD, newPassword: 'short' }, 'Password must be at least 8 characters'],
    [{ currentPassword: '', newPassword: NEW_PASSWORD }, 'Current password is required'],
  ])('refuses %j', async (body, sentence) => {
    const { as } = await people.customer();
    const answer = await post('/api/user/change-password', body, as);
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it('is for who is signed in', async () => {
    const { as } = await people.guest();
    for (const caller of [undefined, as]) expect((await post('/api/user/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, caller)).status).toBe(401);
  });

  it('counts guesses at the current one as it counts them at the sign-in', async () => {
    const strict = await People.open({ RATE_LIMIT_ACCOUNT_FAILURES: '2' });
    const { as } = await strict.customer();
    const guess = () => strict.service.call('POST', '/api/user/change-password', { as, body: { currentPassword: 'a guess', newPassword: NEW_PASSWORD } });
    const statuses = [(await guess()).status, (await guess()).status, (await guess()).status];
    expect(statuses).toEqual([400, 400, 429]);
    await strict.close();
  });
});

describe('a forgotten password', () => {
  it('is set anew by a link, once; all sessions end', async () => {
    const { user, sid } = await people.customer();
    const { token, email, expiresAt } = await askForLink(` ${user.email.toUpperCase()} `, user.id);
    expect(email).toBe(user.email);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(59 * 60 * 1000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000);
    const answer = await post('/api/reset-password', { token, password: NEW_PASSWORD });
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect((await people.resolve(sid)).token).toBeNull();
    expect((await people.login(user.email)).status).toBe(401);
    expect((await people.login(user.email, undefined, NEW_PASSWORD)).status).toBe(200);
    const again = await post('/api/reset-password', { token, password: 'third choice' });
    expect([again.status, again.text]).toEqual([400, INVALID]);
  });

  it('answers the same where there is no such account, and tells nobody', async () => {
    const answer = await post('/api/forgot-password', { email: newEmail() });
    expect([answer.status, answer.json()]).toEqual([200, {}]);
  });

  it('is refused where it names no e-mail', async () => {
    const answer = await post('/api/forgot-password', { email: 'nobody' });
    expect([answer.status, answer.text]).toEqual([400, 'Invalid email address']);
  });

  it('stores no link, only its SHA-256', async () => {
    const { user } = await people.customer();
    const { token } = await askForLink(user.email, user.id);
    const rows = await people.database.query('SELECT token FROM password_reset_tokens WHERE user_id = $1', [user.id]);
    expect(rows).toEqual([{ token: sha256(token) }]);
  });

  it('makes every other link of the account worthless once one was used', async () => {
    const { user } = await people.customer();
    const first = await askForLink(user.email, user.id);
    await post('/api/forgot-password', { email: user.email });
    await post('/api/reset-password', { token: first.token, password: NEW_PASSWORD });
    expect(await people.database.query('SELECT 1 FROM password_reset_tokens WHERE user_id = $1', [user.id])).toEqual([]);
  });

  it('sets one password where a link is used twice at the same moment', async () => {
    const { user } = await people.customer();
    const { token } = await askForLink(user.email, user.id);
    const answers = await Promise.all(['first choice', 'second choice'].map((password) => post('/api/reset-password', { token, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('has an hour', async () => {
    const { user } = await people.customer();
    const { token } = await askForLink(user.email, user.id);
    await people.database.query("UPDATE password_reset_tokens SET expires_at = now() - interval '1 second' WHERE user_id = $1", [user.id]);
    const answer = await post('/api/reset-password', { token, password: NEW_PASSWORD });
    expect([answer.status, answer.text]).toEqual([400, INVALID]);
  });

  it.each([{ token: 'x'.repeat(43) }, { token: '' }, { token: 7 }, {}, { token: 'x'.repeat(201) }])('refuses the link %j', async (link) => {
    const answer = await post('/api/reset-password', { ...link, password: NEW_PASSWORD });
    expect([answer.status, answer.text]).toEqual([400, INVALID]);
  });

  it('keeps a link whose new password is too short', async () => {
    const { user } = await people.customer();
    const { token } = await askForLink(user.email, user.id);
    expect((await post('/api/reset-password', { token, password: 'short' })).text).toBe('Password must be at least 8 characters');
    expect((await post('/api/reset-password', { token, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('fills nobody’s mailbox', async () => {
    const { user } = await people.customer();
    await Promise.all(Array.from({ length: 9 }, () => post('/api/forgot-password', { email: user.email })));
    expect(await people.database.query('SELECT 1 FROM password_reset_tokens WHERE user_id = $1', [user.id])).toHaveLength(5);
  });
});

it('removes what has expired, and nothing else', async () => {
  const { sid } = await people.customer();
  const { sid: old } = await people.guest();
  await people.database.query("UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1", [sha256(old)]);
  await people.service.get(ExpiredRowsSweep).sweep();
  const left = (await people.database.query<{ sid: string }>('SELECT sid FROM sessions')).map((row) => row.sid);
  expect(left).toContain(sha256(sid));
  expect(left).not.toContain(sha256(old));
});
