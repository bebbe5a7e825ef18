import type { ResetLink, User } from '@shop/contracts-identity';
import { recordEvents, waitFor, type EventRecorder } from '@shop/testing';
import { AttemptCountersRepository } from '../src/passwords/attempt-counters.repository.js';
import { ResetTokensRepository } from '../src/passwords/reset-tokens.repository.js';
import { KnownBrowsersRepository } from '../src/security/known-browsers.repository.js';
import { SecurityLog } from '../src/security/security-log.service.js';
import { SessionsRepository } from '../src/sessions/sessions.repository.js';
import { newEmail, PASSWORD, IdentityFixture, readResetLink, sha256, getSid } from './identity-fixture.js';

const NEW_PASSWORD = 'battery staple';
const INVALID = 'This password reset link is invalid or has expired.';

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start({ RATE_LIMIT_ACCOUNT_FAILURES: '10' });
  events = await recordEvents(fixture.transport, ['reset-link.requested', 'password.changed', 'session.ended']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const post = (path: string, body: object, as?: Parameters<IdentityFixture['register']>[1]) =>
  fixture.service.call('POST', path, { as, body });

async function askForLink(email: string, userId: string): Promise<ResetLink & { expiresAt: string }> {
  expect((await post('/api/forgot-password', { email })).status).toBe(200);
  const event = await events.waitForEvent('reset-link.requested', ({ subject }) => subject === `user/${userId}`);
  return readResetLink(event.data);
}

describe('changing the password', () => {
  it('takes effect, continues the current session under a new id, and ends the others', async () => {
    const guest = await fixture.createGuest();
    const { user, sid, as } = await fixture.createCustomer(guest.as);
    const other = getSid(await fixture.login(user.email));
    const answer = await post(
      '/api/user/change-password',
      { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      as,
    );
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect((await fixture.login(user.email)).status).toBe(401);
    expect((await fixture.login(user.email, undefined, NEW_PASSWORD)).status).toBe(200);
    expect(await fixture.getClaims(getSid(answer))).toMatchObject({ userId: user.id, guestId: guest.guestId });
    for (const ended of [sid, other]) expect((await fixture.resolveSession(ended)).token).toBeNull();
    const ended = await events.waitForEvent('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(other)),
    );
    expect(ended.data).toEqual({
      sidHashes: expect.arrayContaining([sid, other].map(sha256)),
      reason: 'password-changed',
    });
    await events.waitForEvent('password.changed', ({ subject }) => subject === `user/${user.id}`);
  });

  it('requires the current password', async () => {
    const { user, as } = await fixture.createCustomer();
    const answer = await post(
      '/api/user/change-password',
      { currentPassword: 'a guess', newPassword: NEW_PASSWORD },
      as,
    );
    expect([answer.status, answer.text]).toEqual([400, 'Current password is incorrect']);
    expect((await fixture.login(user.email)).status).toBe(200);
  });

  it('is refused to a session that has ended, and opens none', async () => {
    const { user, as } = await fixture.createCustomer();
    await post('/api/user/sign-out-everywhere', {}, as);
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const answer = await post('/api/user/change-password', body, as);
    expect([answer.status, getSid(answer)]).toEqual([401, '']);
    expect((await fixture.login(user.email)).status).toBe(200);
  });

  it('happens once for concurrent requests', async () => {
    const { as } = await fixture.createCustomer();
    const answers = await Promise.all(
      ['first choice', 'second choice'].map((newPassword) =>
        post('/api/user/change-password', { currentPassword: PASSWORD, newPassword }, as),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('counts wrong passwords like a sign-in', async () => {
    const { as } = await fixture.createCustomer();
    const statuses = [];
    for (let guess = 0; guess < 11; guess++)
      statuses.push(
        (await post('/api/user/change-password', { currentPassword: 'a guess', newPassword: NEW_PASSWORD }, as)).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

it.each<[string, (email: string) => string, string]>([
  [
    'of the most common ones',
    () => 'Password1',
    'This password is one of the most common ones. Please choose another one.',
  ],
  [
    'made of the shop’s name or the own address',
    (email) => `PetArt-${email.split('@')[0] ?? ''}`,
    'This password is little more than your email address and the word “petart”. Please choose another one.',
  ],
  ['of seven characters', () => '1234567', 'at least 8 characters'],
])('a password %s is refused at registration, change and reset, and changes nothing', async (_, choose, message) => {
  const { user, as } = await fixture.createCustomer();
  const password = choose(user.email);
  const { token } = await askForLink(user.email, user.id);
  for (const answer of [
    await fixture.register(newEmail(), undefined, { password: choose('pat-0@example.com') }),
    await post('/api/user/change-password', { currentPassword: PASSWORD, newPassword: password }, as),
    await post('/api/reset-password', { token, password }),
  ])
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
  expect((await fixture.login(user.email)).status).toBe(200);
  expect((await post('/api/reset-password', { token, password: NEW_PASSWORD })).status).toBe(200);
});

describe('a forgotten password', () => {
  it('can be reset once by a link, which ends all sessions', async () => {
    const { user, sid } = await fixture.createCustomer();
    const { token, email, expiresAt } = await askForLink(` ${user.email.toUpperCase()} `, user.id);
    expect(email).toBe(user.email);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(59 * 60 * 1000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60 * 60 * 1000);
    const answer = await post('/api/reset-password', { token, password: NEW_PASSWORD });
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    expect((await fixture.resolveSession(sid)).token).toBeNull();
    expect((await fixture.login(user.email)).status).toBe(401);
    const login = await fixture.login(user.email, undefined, NEW_PASSWORD);
    expect(login.status).toBe(200);
    expect(login.json<User>().emailConfirmed).toBe(true);
    const again = await post('/api/reset-password', { token, password: 'third choice' });
    expect([again.status, again.text]).toEqual([400, INVALID]);
  });

  it('gets the same response for an unknown account, and nothing is published', async () => {
    const countPublished = () =>
      fixture.database.query<{ type: string }>(
        `SELECT envelope->>'type' AS type FROM outbox WHERE envelope->>'type' = 'reset-link.requested'`,
      );
    const before = await countPublished();
    const answer = await post('/api/forgot-password', { email: newEmail() });
    expect([answer.status, answer.json()]).toEqual([200, {}]);
    // A later request for a known account shows that the first request is complete.
    const { user } = await fixture.createCustomer();
    await askForLink(user.email, user.id);
    expect((await countPublished()).length).toBe(before.length + 1);
  });

  it('is stored only as the SHA-256 of its token', async () => {
    const { user } = await fixture.createCustomer();
    const { token } = await askForLink(user.email, user.id);
    const rows = await fixture.database.query('SELECT token FROM password_reset_tokens WHERE user_id = $1', [user.id]);
    expect(rows).toEqual([{ token: sha256(token) }]);
  });

  it('invalidates earlier links with a new request', async () => {
    const { user } = await fixture.createCustomer();
    const first = await askForLink(user.email, user.id);
    await post('/api/forgot-password', { email: user.email });
    const token = await waitFor(async () => {
      const requested = events.list('reset-link.requested').filter(({ subject }) => subject === `user/${user.id}`);
      expect(requested).toHaveLength(2);
      return (await readResetLink(requested[1]?.data)).token;
    });
    const old = await post('/api/reset-password', { token: first.token, password: NEW_PASSWORD });
    expect([old.status, old.text]).toEqual([400, INVALID]);
    expect((await post('/api/reset-password', { token, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('has one valid link after concurrent requests', async () => {
    const { user } = await fixture.createCustomer();
    await Promise.all([1, 2, 3].map(() => post('/api/forgot-password', { email: user.email })));
    expect(
      await fixture.database.query('SELECT 1 FROM password_reset_tokens WHERE user_id = $1', [user.id]),
    ).toHaveLength(1);
  });

  it('has no valid link after the owner changed the password', async () => {
    const { user, as } = await fixture.createCustomer();
    const { token } = await askForLink(user.email, user.id);
    await post('/api/user/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, as);
    const answer = await post('/api/reset-password', { token, password: 'third choice' });
    expect([answer.status, answer.text]).toEqual([400, INVALID]);
    expect((await fixture.login(user.email, undefined, NEW_PASSWORD)).status).toBe(200);
  });

  it('is set once for concurrent uses of one link', async () => {
    const { user } = await fixture.createCustomer();
    const { token } = await askForLink(user.email, user.id);
    const choices = Array.from({ length: 8 }, (_, at) => `choice number ${at}`);
    const answers = await Promise.all(choices.map((password) => post('/api/reset-password', { token, password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(answers.filter(({ status }) => status === 400).map(({ text }) => text)).toEqual(Array(7).fill(INVALID));
    const winner = choices[answers.findIndex(({ status }) => status === 200)];
    const loser = choices.find((password) => password !== winner);
    expect((await fixture.login(user.email, undefined, winner)).status).toBe(200);
    expect((await fixture.login(user.email, undefined, loser)).status).toBe(401);
    expect(await fixture.countPublished('password.changed', user.id)).toBe(1);
  });

  it('has a link that is valid for an hour', async () => {
    const { user } = await fixture.createCustomer();
    const { token } = await askForLink(user.email, user.id);
    await fixture.database.query(
      "UPDATE password_reset_tokens SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [user.id],
    );
    const answer = await post('/api/reset-password', { token, password: NEW_PASSWORD });
    expect([answer.status, answer.text]).toEqual([400, INVALID]);
  });

  it.each([{ token: 'x'.repeat(43) }, { token: 7 }, {}])('rejects the link %j', async (link) => {
    const answer = await post('/api/reset-password', { ...link, password: NEW_PASSWORD });
    expect([answer.status, answer.text]).toEqual([400, INVALID]);
  });
});

describe('the limit of links for an account', () => {
  const requestLink = (email: string) => fixture.service.call('POST', '/api/forgot-password', { body: { email } });

  it.each(['known', 'unknown'])('is the same for %s accounts', async (kind) => {
    const email = kind === 'known' ? (await fixture.createCustomer()).user.email : newEmail();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => requestLink(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    const refused = await requestLink(email.toUpperCase());
    expect(refused.text).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  it('prevents further emails', async () => {
    const { user } = await fixture.createCustomer();
    await Promise.all(Array.from({ length: 9 }, () => requestLink(user.email)));
    expect(await fixture.countPublished('reset-link.requested', user.id)).toBe(3);
  });

  it('is independent of the sign-in limit', async () => {
    const { user } = await fixture.createCustomer();
    for (let time = 0; time < 4; time++) await requestLink(user.email);
    expect((await fixture.login(user.email)).status).toBe(200);
    const other = (await fixture.createCustomer()).user;
    for (let time = 0; time < 11; time++) await fixture.login(other.email, undefined, 'a guess');
    expect((await requestLink(other.email)).status).toBe(200);
  });

  it('does not end early when the owner signs in', async () => {
    const { user } = await fixture.createCustomer();
    for (let time = 0; time < 3; time++) await requestLink(user.email);
    await fixture.login(user.email);
    expect((await requestLink(user.email)).status).toBe(429);
  });
});

it('the hourly cleanup removes only expired rows', async () => {
  const { sid } = await fixture.createCustomer();
  const { sid: old } = await fixture.createGuest();
  await fixture.database.query("UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1", [
    sha256(old),
  ]);
  await fixture.database.query(
    `UPDATE security_log SET at = now() - interval '181 days' WHERE event = 'password-wrong'`,
  );
  for (const owner of [
    SessionsRepository,
    ResetTokensRepository,
    AttemptCountersRepository,
    SecurityLog,
    KnownBrowsersRepository,
  ])
    await fixture.service.get<{ deleteExpired(): Promise<void> }>(owner).deleteExpired();
  const left = (await fixture.database.query<{ sid: string }>('SELECT sid FROM sessions')).map((row) => row.sid);
  expect(left).toContain(sha256(sid));
  expect(left).not.toContain(sha256(old));
  const events = await fixture.database.query<{ event: string }>('SELECT DISTINCT event FROM security_log');
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['registered', 'signed-in']));
  expect(events.map(({ event }) => event)).not.toContain('password-wrong');
});

describe('a sign-in during a password reset', () => {
  it('leaves no session of the old password', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const email = newEmail();
      const { id } = (await fixture.register(email)).json<{ id: string }>();
      const { token } = await askForLink(email, id);
      const reset = post('/api/reset-password', { token, password: 'battery staple' });
      const [answer] = await Promise.all([reset, ...Array.from({ length: 8 }, () => fixture.login(email))]);
      expect(answer.status).toBe(200);
      expect(await fixture.database.query("SELECT 1 FROM sessions WHERE sess ->> 'userId' = $1", [id])).toEqual([]);
    }
  });
});
