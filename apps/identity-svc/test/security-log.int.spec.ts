import { recordEvents, type EventRecorder } from '@shop/testing';
import { getSid, IdentityFixture, newEmail, PASSWORD, resetByLink } from './identity-fixture.js';

const NETWORK = '203.0.113.0/24';
const LIMIT = 3;

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start({ RATE_LIMIT_ACCOUNT_FAILURES: String(LIMIT) });
  events = await recordEvents(fixture.transport, ['reset-link.requested']);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

type Claims = Parameters<IdentityFixture['register']>[1];
const post = (path: string, body: object, as?: Claims) =>
  fixture.service.call('POST', path, { as, body, headers: { 'x-client-network': NETWORK } });
const listEntries = (userId: string | null) =>
  fixture.database.query<{ event: string; network: string }>(
    'SELECT event, network FROM security_log WHERE user_id IS NOT DISTINCT FROM $1 ORDER BY id',
    [userId],
  );

it('what happens to an account is in the security log, with the network', async () => {
  const email = newEmail();
  const registered = await post('/api/register', { email, password: PASSWORD });
  const { id } = registered.json<{ id: string }>();
  await post('/api/login', { email, password: 'a guess' });
  const other = await fixture.getClaims(getSid(await post('/api/login', { email, password: PASSWORD })));
  const [first] = (await fixture.service.call('GET', '/api/user/sessions', { as: other }))
    .json<{ id: string; isCurrent: boolean }[]>()
    .filter(({ isCurrent }) => !isCurrent);
  const headers = { 'x-client-network': NETWORK };
  await fixture.service.call('DELETE', `/api/user/sessions/${first?.id}`, { as: other, headers });
  await post('/api/user/change-password', { currentPassword: PASSWORD, newPassword: 'battery staple' }, other);
  // With the wrong one above, that is one more than the limit.
  for (let guess = 0; guess < LIMIT; guess++) await post('/api/login', { email, password: 'a guess' });
  const entries = await listEntries(id);
  expect(entries.map(({ event }) => event)).toEqual([
    ...['registered', 'password-wrong', 'signed-in', 'session-ended', 'password-changed'],
    ...Array<string>(LIMIT - 1).fill('password-wrong'),
    'guesses-detected',
  ]);
  expect(new Set(entries.map(({ network }) => network))).toEqual(new Set([NETWORK]));
});

it('a reset by link and a second registration are in the security log', async () => {
  const { user } = await fixture.createCustomer();
  await resetByLink(fixture, events, user, 'battery staple');
  await post('/api/register', { email: user.email, password: PASSWORD });
  expect((await listEntries(user.id)).map(({ event }) => event)).toEqual([
    ...['registered', 'reset-link-requested', 'password-reset', 'registered-again'],
  ]);
});

it('sign-outs are in the security log, once each', async () => {
  const { user, as } = await fixture.createCustomer();
  for (let time = 0; time < 2; time++) await post('/api/logout', {}, as);
  const again = await fixture.getClaims(getSid(await fixture.login(user.email)));
  await post('/api/user/sign-out-everywhere', {}, again);
  expect((await listEntries(user.id)).map(({ event }) => event)).toEqual([
    ...['registered', 'signed-out', 'signed-in', 'signed-out-everywhere'],
  ]);
});

it('what strangers try with links is in the security log', async () => {
  const before = (await listEntries(null)).length;
  await post('/api/forgot-password', { email: newEmail() });
  await post('/api/reset-password', { token: 'x'.repeat(43), password: 'battery staple' });
  expect((await listEntries(null)).slice(before)).toEqual([
    { event: 'reset-link-requested', network: NETWORK },
    { event: 'reset-link-wrong', network: NETWORK },
  ]);
});

it('a guess at an address without an account is in the security log', async () => {
  const before = (await listEntries(null)).length;
  await post('/api/login', { email: newEmail(), password: PASSWORD });
  expect((await listEntries(null)).slice(before)).toEqual([{ event: 'password-wrong', network: NETWORK }]);
});
