import { jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { DomainError } from '@shop/contracts-common';
import { userSchema, type User } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { AuditTrail, CONFIG } from '@shop/service-kit';
import { recordEvents, type EventRecorder } from '@shop/testing';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Config } from '../src/config.js';
import { SecurityLog } from '../src/security/security-log.service.js';
import { PasswordHasher } from '../src/users/password-hasher.service.js';
import { UsersService } from '../src/users/users.service.js';
import { UsersRepository } from '../src/users/users.repository.js';
import { newEmail, PASSWORD, IdentityFixture, sha256, getSid, readResetLink } from './identity-fixture.js';

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start();
  events = await recordEvents(fixture.transport, ['user.registered', 'session.ended', 'reset-link.requested']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

describe('registering', () => {
  it('creates the account, signs it in, and publishes it', async () => {
    const email = newEmail();
    const answer = await fixture.register(`  ${email.toUpperCase()} `, undefined, {
      firstName: ' Pat ',
      role: 'admin',
    });
    expect(answer.status).toBe(201);
    const user = z.strictObject(userSchema.shape).parse(answer.json());
    expect(user).toMatchObject({ email, role: 'user', firstName: 'Pat', lastName: null });
    expect(await fixture.getClaims(getSid(answer))).toMatchObject({ userId: user.id, role: 'user', email });
    const event = await events.waitForEvent('user.registered', ({ subject }) => subject === `user/${user.id}`);
    expect(event.data).toEqual({
      userId: user.id,
      email,
      firstName: 'Pat',
      role: 'user',
      registeredAt: expect.any(String),
    });
  });

  it('rejects a taken email address in any spelling', async () => {
    const { user } = await fixture.createCustomer();
    const answer = await fixture.register(user.email.toUpperCase());
    expect([answer.status, answer.text]).toEqual([409, 'An account with this email already exists']);
    expect(getSid(answer)).toBe('');
  });

  it('stores an international domain as punycode, and signs in with every spelling', async () => {
    const domain = `müller-${Date.now()}.de`;
    const answer = await fixture.register(`anna@${domain}`);
    const { email } = answer.json<User>();
    expect(email).toMatch(/^anna@xn--mller-\d+-\w+\.de$/);
    for (const spelling of [`Anna@${domain.toUpperCase()}`, email, ` ${email.toUpperCase()} `])
      expect((await fixture.login(spelling)).json()).toMatchObject({ email });
    expect((await fixture.register(`ANNA@${domain}`)).status).toBe(409);
    const forgotten = await fixture.service.call('POST', '/api/forgot-password', { body: { email: `anna@${domain}` } });
    expect(forgotten.status).toBeLessThan(300);
    const subject = `user/${answer.json<User>().id}`;
    const { data } = await events.waitForEvent('reset-link.requested', (event) => event.subject === subject);
    expect(await readResetLink(data)).toMatchObject({ email });
  });

  it('gives an email address to one of several concurrent requests', async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2, 3, 4].map(() => fixture.register(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

it.each([
  ['/api/register', { email: 'no address', password: PASSWORD }, 'Invalid email address'],
  ['/api/register', { email: 'pat@example.com', password: '1234567' }, 'Password must be at least 8 characters'],
  ['/api/register', { email: 'pat@example.com', password: 'x'.repeat(201) }, 'Password must be at most 200 characters'],
  ['/api/register', { email: 'pat@example.com' }, 'password is missing or not valid'],
  ['/api/login', { email: 'pat@example.com', password: '' }, 'Password is required'],
  ['/api/register', { password: PASSWORD }, 'Invalid email address'],
  ['/api/login', { email: 'pat@example.com\r\nBcc: x@example.com', password: PASSWORD }, 'Invalid email address'],
  ['/api/forgot-password', { email: 'nobody' }, 'Invalid email address'],
])('POST %s rejects %j', async (path, body, message) => {
  const answer = await fixture.service.call('POST', path, { body });
  expect([answer.status, answer.text]).toEqual([400, message]);
});

describe('signing in', () => {
  it('returns the user and a new session', async () => {
    const { user } = await fixture.createCustomer();
    const answer = await fixture.login(` ${user.email.toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(user);
    expect(await fixture.getClaims(getSid(answer))).toMatchObject({ userId: user.id });
  });

  it('rejects a wrong password with 401 and no session', async () => {
    const { user } = await fixture.createCustomer();
    const answer = await fixture.login(user.email, undefined, 'not the password');
    expect([answer.status, answer.text]).toEqual([401, 'Invalid email or password']);
    expect(answer.headers.get('x-session-id')).toBeNull();
  });

  it('ends the former session and publishes this', async () => {
    const { user, sid, as } = await fixture.createCustomer();
    const answer = await fixture.login(user.email, as);
    expect(getSid(answer)).not.toBe(sid);
    expect((await fixture.resolveSession(sid)).token).toBeNull();
    const event = await events.waitForEvent('session.ended', ({ data }) =>
      (data as { sidHashes: string[] }).sidHashes.includes(sha256(sid)),
    );
    expect(event.data).toEqual({ sidHashes: [sha256(sid)], reason: 'signed-in' });
  });

  it('renews a hash with outdated parameters', async () => {
    const { user } = await fixture.createCustomer();
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await fixture.database.query('UPDATE users SET password = $2 WHERE id = $1', [user.id, weak]);
    expect((await fixture.login(user.email)).status).toBe(200);
    const [row] = await fixture.database.query<{ password: string }>('SELECT password FROM users WHERE id = $1', [
      user.id,
    ]);
    expect(row?.password).toMatch(/m=19456,t=2,p=1/);
    expect((await fixture.login(user.email)).status).toBe(200);
  });

  it('sends GET /api/login to the sign-in page', async () => {
    const answer = await fixture.service.call('GET', '/api/login');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth']);
  });
});

describe('the limit of an account', () => {
  it.each(['known', 'unknown'])('stops guesses at %s accounts, even with the right password', async (kind) => {
    const email = kind === 'known' ? (await fixture.createCustomer()).user.email : newEmail();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => fixture.login(email, undefined, 'a guess')));
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 401, 429, 429]);
    const refused = await fixture.login(email);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  });

  it('does not count successful sign-ins, even concurrent ones', async () => {
    const { user } = await fixture.createCustomer();
    for (let time = 0; time < 5; time++) expect((await fixture.login(user.email)).status).toBe(200);
    await Promise.all([1, 2, 3].map(() => fixture.login(user.email)));
    expect((await fixture.login(user.email)).status).toBe(200);
  });

  it('does not end early when the owner signs in, which would reveal the account', async () => {
    const [{ user }, unknown] = [await fixture.createCustomer(), newEmail()];
    const seen = async (email: string) => {
      const statuses = [];
      for (let guess = 0; guess < 4; guess++) {
        statuses.push((await fixture.login(email, undefined, 'a guess')).status);
        if (guess === 1) await fixture.login(user.email);
      }
      return statuses;
    };
    expect(await seen(user.email)).toEqual([401, 401, 401, 429]);
    expect(await seen(unknown)).toEqual([401, 401, 401, 429]);
  });

  it('does not count an attempt whose password was not compared', async () => {
    const { user } = await fixture.createCustomer();
    const busy = new DomainError('SIGN_IN_BUSY', 'unavailable', 'Too many people are signing in right now.');
    const verify = jest.spyOn(fixture.service.get(PasswordHasher), 'verify');
    for (let time = 0; time < 3; time++) verify.mockRejectedValueOnce(busy);
    const statuses = [];
    for (let guess = 0; guess < 7; guess++)
      statuses.push((await fixture.login(user.email, undefined, 'a guess')).status);
    expect(statuses).toEqual([503, 503, 503, 401, 401, 401, 429]);
    verify.mockRestore();
  });

  it('ends with its window', async () => {
    const { user } = await fixture.createCustomer();
    for (let guess = 0; guess < 4; guess++) await fixture.login(user.email, undefined, 'a guess');
    await fixture.database.query("UPDATE account_attempts SET window_ends_at = now() - interval '1 second'");
    expect((await fixture.login(user.email)).status).toBe(200);
  });
});

describe('signing out', () => {
  it('ends the session on the server, clears the cookie, and publishes this', async () => {
    const { sid, as } = await fixture.createCustomer();
    const answer = await fixture.service.call('POST', '/api/logout', { as });
    expect([answer.status, answer.headers.get('x-session-id')]).toEqual([204, '']);
    expect((await fixture.resolveSession(sid)).token).toBeNull();
    await events.waitForEvent('session.ended', ({ data }) =>
      (data as { sidHashes: string[]; reason: string }).sidHashes.includes(sha256(sid)),
    );
  });

  it('succeeds without a session', async () => {
    expect((await fixture.service.call('POST', '/api/logout')).status).toBe(204);
    const { as } = await fixture.createCustomer();
    await fixture.service.call('POST', '/api/logout', { as });
    expect((await fixture.service.call('POST', '/api/logout', { as })).status).toBe(204);
  });

  it('does not end the user’s other sessions', async () => {
    const { user, as } = await fixture.createCustomer();
    const other = getSid(await fixture.login(user.email));
    await fixture.service.call('POST', '/api/logout', { as });
    expect((await fixture.resolveSession(other)).role).toBe('user');
  });
});

describe('GET /api/user', () => {
  it('returns the signed-in customer', async () => {
    const { user, as } = await fixture.createCustomer();
    expect((await fixture.service.call('GET', '/api/user', { as })).json()).toEqual(user);
  });

  it('returns 401 after the account is deleted', async () => {
    const { as, user } = await fixture.createCustomer();
    await fixture.database.query('DELETE FROM users WHERE id = $1', [user.id]);
    const answer = await fixture.service.call('GET', '/api/user', { as });
    expect([answer.status, answer.text]).toEqual([401, 'Not signed in']);
  });
});

describe('the first admin', () => {
  const start = (env: Partial<Config>): Promise<void> =>
    new UsersService(
      { ...fixture.service.get<Config>(CONFIG), ...env },
      fixture.service.get(DataSource),
      fixture.service.get(UsersRepository),
      fixture.service.get(AuditTrail),
      fixture.service.get(EventOutbox),
      fixture.service.get(SecurityLog),
    ).onApplicationBootstrap();

  it('is created once from the environment and published', async () => {
    const env = { ADMIN_EMAIL: newEmail(), NODE_ENV: 'production' } as const;
    await start({ ...env, ADMIN_PASSWORD: PASSWORD });
    await start({ ...env, ADMIN_PASSWORD: 'another one' });
    const admin = (await fixture.login(env.ADMIN_EMAIL)).json<User>();
    expect(admin.role).toBe('admin');
    expect(await fixture.countPublished('user.registered', admin.id)).toBe(1);
  });

  it('is not created in production without credentials, and never promotes a registered account', async () => {
    const { user } = await fixture.createCustomer();
    const users = () => fixture.database.query("SELECT id FROM users WHERE role = 'admin' ORDER BY id");
    const before = await users();
    await start({ NODE_ENV: 'production', ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined });
    await start({ ADMIN_EMAIL: user.email, ADMIN_PASSWORD: PASSWORD });
    expect(await users()).toEqual(before);
  });
});

describe('a sign-in of an admin', () => {
  it('with a browser that never did before is published for an email, and no other', async () => {
    const { user } = await fixture.createCustomer();
    await fixture.login(user.email);
    await fixture.database.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'x-client-network': '203.0.113.0/24',
    };
    const first = await fixture.login(user.email, undefined, PASSWORD, headers);
    const [cookie = ''] = first.headers.get('set-cookie')?.split(';') ?? [];
    await fixture.login(user.email, undefined, PASSWORD, { ...headers, cookie });
    const rows = await fixture.database.query<{ data: unknown }>(
      `SELECT envelope -> 'data' AS data FROM outbox WHERE envelope ->> 'type' = 'admin.signed-in' AND envelope ->> 'subject' = $1`,
      [`user/${user.id}`],
    );
    expect(rows).toEqual([
      { data: { userId: user.id, email: user.email, browser: 'Firefox on Linux', network: '203.0.113.0/24' } },
    ]);
  });
});
