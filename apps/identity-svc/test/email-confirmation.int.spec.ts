import type { User } from '@shop/contracts-identity';
import { recordEvents, waitFor, type EventRecorder, type TestResponse } from '@shop/testing';
import { DataSource } from 'typeorm';
import { ConfirmationTokensRepository } from '../src/email-confirmation/confirmation-tokens.repository.js';
import { toCounter } from '../src/passwords/attempt-counters.repository.js';
import { GuessNoticesService } from '../src/passwords/guess-notices.service.js';
import { RegistrationNoticesService } from '../src/sign-in/registration-notices.service.js';
import { UsersRepository } from '../src/users/users.repository.js';
import { getSid, IdentityFixture, readConfirmationLink, sha256 } from './identity-fixture.js';

const INVALID = 'This link is invalid or has expired.';
const DAY_MS = 86_400_000;

/** Until a query waits for a row that another transaction has locked, or `done`. */
const waitForLock = (done: Promise<void>): Promise<void> =>
  Promise.race([
    done,
    waitFor(async () =>
      expect(
        await fixture.database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      ).toHaveLength(1),
    ),
  ]);

type Customer = Awaited<ReturnType<IdentityFixture['createCustomer']>>;

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start();
  events = await recordEvents(fixture.transport, ['confirmation-link.requested', 'registration.refused']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

const readLink = async ({ id }: User) =>
  readConfirmationLink(
    (await events.waitForEvent('confirmation-link.requested', ({ subject }) => subject === `user/${id}`)).data,
  );
const confirm = (token: string): Promise<TestResponse> =>
  fixture.service.call('POST', '/api/user/confirm-email', { body: { token } });
const sendAgain = ({ as }: Customer): Promise<TestResponse> =>
  fixture.service.call('POST', '/api/user/send-confirmation-link', { as });
const isConfirmed = async ({ as }: Customer) =>
  (await fixture.service.call('GET', '/api/user', { as })).json<User>().emailConfirmed;

describe('the address of an account', () => {
  it('is confirmed by the link that its registration sent, also if the call is repeated', async () => {
    const customer = await fixture.createCustomer();
    const { token, email, expiresAt, cause } = await readLink(customer.user);
    expect([email, cause]).toEqual([customer.user.email, 'registration']);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS)).toBe(7);
    expect(await isConfirmed(customer)).toBe(false);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect([...answers, await confirm(token)].map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await isConfirmed(customer)).toBe(true);
    const log = 'SELECT event FROM security_log WHERE user_id = $1 ORDER BY id';
    expect(await fixture.database.query(log, [customer.user.id])).toEqual([
      { event: 'registered' },
      { event: 'email-confirmed' },
    ]);
  });

  it('is not confirmed by an unknown or expired link, or by one of a deleted account', async () => {
    const [customer, erased] = [await fixture.createCustomer(), await fixture.createCustomer()];
    const [link, erasedLink] = [await readLink(customer.user), await readLink(erased.user)];
    await fixture.requestErasure(erased.as);
    await fixture.database.query(
      `UPDATE email_confirmation_tokens SET expires_at = now() - interval '1 second' WHERE token = $1`,
      [sha256(link.token)],
    );
    for (const token of ['unknown', link.token, erasedLink.token]) {
      const answer = await confirm(token);
      expect([answer.status, answer.text]).toEqual([400, INVALID]);
    }
    expect(await isConfirmed(customer)).toBe(false);
    await fixture.service.get(ConfirmationTokensRepository).deleteExpired();
    const rows = 'SELECT 1 FROM email_confirmation_tokens WHERE user_id = ANY($1)';
    expect(await fixture.database.query(rows, [[customer.user.id, erased.user.id]])).toHaveLength(1);
  });

  it('gets further links up to a limit, until it is confirmed; the first link stays valid', async () => {
    const customer = await fixture.createCustomer();
    const { token } = await readLink(customer.user);
    const statuses = [];
    for (let link = 0; link < 4; link++) statuses.push((await sendAgain(customer)).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
    const causes = await fixture.database.query<{ cause: string }>(
      `SELECT envelope -> 'data' ->> 'cause' AS cause FROM outbox
       WHERE envelope ->> 'type' = 'confirmation-link.requested' AND envelope ->> 'subject' = $1 ORDER BY position`,
      [`user/${customer.user.id}`],
    );
    expect(causes.map(({ cause }) => cause)).toEqual(['registration', 'request', 'request', 'request']);
    expect((await confirm(token)).status).toBe(204);
    const answer = await sendAgain(customer);
    expect([answer.status, answer.text]).toEqual([409, 'Your email address is confirmed already.']);
  });
});

it('a registration of an address that has an account is refused, and its owner is notified once a day', async () => {
  const { user } = await fixture.createCustomer();
  const refusals = [await fixture.register(user.email), await fixture.register(user.email)];
  expect(refusals.map((answer) => [answer.status, getSid(answer)])).toEqual([
    [409, ''],
    [409, ''],
  ]);
  const { data } = await events.waitForEvent('registration.refused', ({ subject }) => subject === `user/${user.id}`);
  expect(data).toEqual({ userId: user.id, email: user.email });
  expect(await fixture.countPublished('registration.refused', user.id)).toBe(1);
  await fixture.database.query(
    `UPDATE account_attempts SET window_ends_at = window_ends_at - interval '1 day' WHERE purpose = 'registration'`,
  );
  await fixture.register(user.email);
  expect(await fixture.countPublished('registration.refused', user.id)).toBe(2);
});

const CLIENT = { network: '203.0.113.0/24', browserId: null, browser: null, browserName: null };

it.each<[string, string, (user: User) => Promise<void>]>([
  [
    'a refused registration',
    'registration.refused',
    ({ email }) => fixture.service.get(RegistrationNoticesService).publishNotice(email, CLIENT),
  ],
  [
    'a burst of wrong passwords',
    'password-guesses.detected',
    ({ email }) =>
      fixture.service.get(GuessNoticesService).publishNotice(email, CLIENT, toCounter('sign-in', { email }, 'notice')),
  ],
])('%s publishes nothing about an account that is closed at the same moment', async (_, type, publishNotice) => {
  const { user } = await fixture.createCustomer();
  const users = fixture.service.get(UsersRepository);
  let publishing = Promise.resolve();
  await fixture.service.get(DataSource).transaction(async (manager) => {
    await users.lockOpen(manager, user.id);
    await users.closeAccount(manager, user.id);
    publishing = publishNotice(user);
    await waitForLock(publishing);
  });
  await publishing;
  expect(await fixture.countPublished(type, user.id)).toBe(0);
});

it('a refused registration publishes nothing while the account is being deleted', async () => {
  const { user, as } = await fixture.createCustomer();
  await fixture.requestErasure(as);
  expect((await fixture.register(user.email)).status).toBe(409);
  expect(await fixture.countPublished('registration.refused', user.id)).toBe(0);
});
