import { hash } from '@node-rs/argon2';
import { userSchema } from '@shop/contracts/identity';
import { recordEvents, type EventRecorder } from '@shop/testing';
import { newEmail, PASSWORD, People, sha256, sidOf } from './people.js';

let people: People;
let events: EventRecorder;
beforeAll(async () => {
  people = await People.open();
  events = await recordEvents(people.transport, ['user.registered', 'session.ended']);
});
afterAll(async () => {
  await events.stop();
  await people.close();
});

describe('registering', () => {
  it('makes the account, signs it in, and tells of it', async () => {
    const email = newEmail();
    const answer = await people.register(`  ${email.toUpperCase()} `, undefined, { firstName: ' Pat ', role: 'admin' });
    expect(answer.status).toBe(201);
    const user = userSchema.strict().parse(answer.json());
    expect(user).toMatchObject({ email, role: 'user', firstName: 'Pat', lastName: null });
    expect(await people.claims(sidOf(answer))).toMatchObject({ userId: user.id, role: 'user', email });
    const told = await events.next('user.registered', ({ subject }) => subject === `user/${user.id}`);
    expect(told.data).toEqual({
      userId: user.id,
      email,
      firstName: 'Pat',
      role: 'user',
      registeredAt: expect.any(String),
    });
  });

  it('refuses an e-mail that is taken, however it is written', async () => {
    const { user } = await people.customer();
    const answer = await people.register(user.email.toUpperCase());
    expect([answer.status, answer.text]).toEqual([409, 'An account with this email already exists']);
    expect(sidOf(answer)).toBe('');
  });

  it('gives one e-mail to one of several who ask at once', async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2, 3, 4].map(() => people.register(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [{ email: 'no address', password: PASSWORD }, 'Invalid email address'],
    [{ email: 'pat@example.com', password: '1234567' }, 'Password must be at least 8 characters'],
    [{ email: 'pat@example.com', password: 'x'.repeat(201) }, 'Password must be at most 200 characters'],
    [{ email: 'pat@example.com' }, 'password is missing or not valid'],
    [{ email: 'pat@example.com', password: PASSWORD, firstName: 'x'.repeat(101) }, 'Please use at most 100 characters'],
  ])('refuses %j', async (body, sentence) => {
    const answer = await people.service.call('POST', '/api/register', { body });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it('never stores a password as it is', async () => {
    const { user } = await people.customer();
    const [row] = await people.database.query<{ password: string }>('SELECT password FROM users WHERE id = $1', [
      user.id,
    ]);
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('signing in', () => {
  it('answers with the user, and a new session', async () => {
    const { user } = await people.customer();
    const answer = await people.login(` ${user.email.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(user);
    expect(await people.claims(sidOf(answer))).toMatchObject({ userId: user.id });
  });

  it.each(['wrong password', 'unknown account'])('says the same of a %s', async (fault) => {
    const { user } = await people.customer();
    const answer = await people.login(
      fault === 'unknown account' ? newEmail() : user.email,
      undefined,
      'not the password',
    );
    expect([answer.status, answer.text]).toEqual([401, 'Invalid email or password']);
    expect(answer.headers.get('x-session-id')).toBeNull();
  });

  it.each([
    [{ email: 'nobody', password: 'x' }, 'Invalid email address'],
    [{ email: 'pat@example.com', password: '' }, 'Password is required'],
  ])('refuses %j', async (body, sentence) => {
    const answer = await people.service.call('POST', '/api/login', { body });
    expect([answer.status, answer.text]).toEqual([400, sentence]);
  });

  it('ends the session it came with, and tells the gateways', async () => {
    const { user, sid, as } = await people.customer();
    const answer = await people.login(user.email, as);
    expect(sidOf(answer)).not.toBe(sid);
    expect((await people.resolve(sid)).token).toBeNull();
    const told = await events.next('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(sid)),
    );
    expect(told.data).toEqual({ sidHashes: [sha256(sid)], reason: 'signed-in' });
  });

  it('leaves the session alone where the password is wrong', async () => {
    const { user, sid, as } = await people.customer();
    await people.login(user.email, as, 'not the password');
    expect((await people.resolve(sid)).role).toBe('user');
  });

  it('renews a hash made with less than today’s parameters', async () => {
    const { user } = await people.customer();
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await people.database.query('UPDATE users SET password = $2 WHERE id = $1', [user.id, weak]);
    expect((await people.login(user.email)).status).toBe(200);
    const [row] = await people.database.query<{ password: string }>('SELECT password FROM users WHERE id = $1', [
      user.id,
    ]);
    expect(row?.password).toMatch(/m=19456,t=2,p=1/);
    expect((await people.login(user.email)).status).toBe(200);
  });

  it('sends GET /api/login to the sign-in page', async () => {
    const answer = await people.service.call('GET', '/api/login');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth']);
  });
});

describe('the limit of an account', () => {
  let strict: People;
  beforeAll(async () => {
    strict = await People.open({ RATE_LIMIT_ACCOUNT_FAILURES: '3', RATE_LIMIT_ACCOUNT_WINDOW_SECONDS: '60' });
  });
  afterAll(() => strict.close());

  it.each(['known', 'unknown'])(
    'stops guessing at an account that is %s, even with the right password',
    async (kind) => {
      const email = kind === 'known' ? (await strict.customer()).user.email : newEmail();
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => strict.login(email, undefined, 'a guess')));
      expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429]);
      const refused = await strict.login(email);
      expect(refused.status).toBe(429);
      expect(refused.text).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    },
  );

  it('does not count who knows the password, however often and at the same moment', async () => {
    const { user } = await strict.customer();
    for (let time = 0; time < 5; time++) expect((await strict.login(user.email)).status).toBe(200);
    await Promise.all([1, 2, 3].map(() => strict.login(user.email)));
    expect((await strict.login(user.email)).status).toBe(200);
  });

  it('does not end early where the owner comes along, which would tell a stranger of the account', async () => {
    const [{ user }, unknown] = [await strict.customer(), newEmail()];
    const seen = async (email: string) => {
      const statuses = [];
      for (let guess = 0; guess < 4; guess++) {
        statuses.push((await strict.login(email, undefined, 'a guess')).status);
        if (guess === 1) await strict.login(user.email);
      }
      return statuses;
    };
    expect(await seen(user.email)).toEqual([401, 401, 401, 429]);
    expect(await seen(unknown)).toEqual([401, 401, 401, 429]);
  });

  it('lets the owner in with a password that was set by a link', async () => {
    const { user } = await strict.customer();
    const events = await recordEvents(strict.transport, ['password-reset.requested']);
    for (let guess = 0; guess < 4; guess++) await strict.login(user.email, undefined, 'a guess');
    await strict.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    const { data } = await events.next('password-reset.requested', ({ subject }) => subject === `user/${user.id}`);
    await events.stop();
    await strict.service.call('POST', '/api/reset-password', {
      body: { token: (data as { token: string }).token, password: 'battery staple' },
    });
    expect((await strict.login(user.email, undefined, 'battery staple')).status).toBe(200);
  });

  it('ends with its window', async () => {
    const { user } = await strict.customer();
    for (let guess = 0; guess < 4; guess++) await strict.login(user.email, undefined, 'a guess');
    await strict.database.query("UPDATE account_attempts SET window_ends_at = now() - interval '1 second'");
    expect((await strict.login(user.email)).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session on the server, takes the cookie away and tells the gateways', async () => {
    const { sid, as } = await people.customer();
    const answer = await people.service.call('POST', '/api/logout', { as });
    expect([answer.status, answer.headers.get('x-session-id')]).toEqual([204, '']);
    expect((await people.resolve(sid)).token).toBeNull();
    await events.next('session.ended', ({ data }) =>
      (data as { sidHashes: string[]; reason: string }).sidHashes.includes(sha256(sid)),
    );
  });

  it('is no fault where nobody is signed in', async () => {
    expect((await people.service.call('POST', '/api/logout')).status).toBe(204);
    const { as } = await people.customer();
    await people.service.call('POST', '/api/logout', { as });
    expect((await people.service.call('POST', '/api/logout', { as })).status).toBe(204);
  });

  it('leaves the user’s other sessions', async () => {
    const { user, as } = await people.customer();
    const other = sidOf(await people.login(user.email));
    await people.service.call('POST', '/api/logout', { as });
    expect((await people.resolve(other)).role).toBe('user');
  });
});

describe('GET /api/user', () => {
  it('is the signed-in customer', async () => {
    const { user, as } = await people.customer();
    expect((await people.service.call('GET', '/api/user', { as })).json()).toEqual(user);
  });

  it('is 401 for anybody else', async () => {
    const { as: guest } = await people.guest();
    const { as: gone, user } = await people.customer();
    await people.database.query('DELETE FROM users WHERE id = $1', [user.id]);
    for (const as of [undefined, guest, gone]) {
      const answer = await people.service.call('GET', '/api/user', { as });
      expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
    }
  });
});
