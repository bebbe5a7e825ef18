import { passwordGuessesDetected } from '@shop/contracts-identity';
import { recordEvents, waitFor, type EventRecorder, type TestResponse } from '@shop/testing';
import { IdentityFixture, newEmail, PASSWORD, readResetLink, resetByLink } from './identity-fixture.js';

/** Wrong passwords of one network. */
const LIMIT = 4;
/** Wrong passwords of all networks together, after which the account is guarded. */
const GUARD_AFTER = 5 * LIMIT;

let fixture: IdentityFixture;
let events: EventRecorder;
beforeAll(async () => {
  fixture = await IdentityFixture.start({
    RATE_LIMIT_ACCOUNT_FAILURES: String(LIMIT),
    RATE_LIMIT_ACCOUNT_RESETS: '2',
  });
  events = await recordEvents(fixture.transport, ['reset-link.requested', passwordGuessesDetected.type]);
});
afterAll(async () => {
  await events.stop();
  await fixture.close();
});

interface From {
  network: string;
  cookie?: string;
}
const toHeaders = ({ network, cookie }: From) => ({ 'x-client-network': network, ...(cookie ? { cookie } : {}) });
const signIn = async (email: string, from: From, password = PASSWORD): Promise<number> =>
  (await fixture.login(email, undefined, password, toHeaders(from))).status;
const guess = (email: string, from: From): Promise<number> => signIn(email, from, 'a guess');
const guesses = async (email: string, from: From, count: number): Promise<number[]> => {
  const statuses = [];
  for (let time = 0; time < count; time++) statuses.push(await guess(email, from));
  return statuses;
};
const getCookie = (answer: TestResponse): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
/** Signs in and returns the cookie of the browser. */
const knowBrowser = async (email: string, network = '198.51.100.0/24'): Promise<string> =>
  getCookie(await fixture.login(email, undefined, PASSWORD, toHeaders({ network })));

const attacker = (at: number): From => ({ network: `192.0.${at}.0/24` });
const clean: From = { network: '203.0.113.0/24' };

/** The attack of the review: every budget of five networks, and one guess of a sixth. */
async function attack(email: string): Promise<void> {
  for (let network = 0; network < 5; network++) await guesses(email, attacker(network), LIMIT);
  await guess(email, attacker(5));
}

describe('wrong passwords from many networks', () => {
  it('never refuse the right one from a network without failures, or from a known browser', async () => {
    const { user } = await fixture.createCustomer();
    const cookie = await knowBrowser(user.email);
    await attack(user.email);
    expect(await signIn(user.email, clean)).toBe(200);
    expect(await signIn(user.email, { ...attacker(0), cookie })).toBe(200);
    for (let day = 0; day < 3; day++) await attack(user.email);
    expect(await signIn(user.email, { network: '2001:db8:1::/48' })).toBe(200);
    expect(await signIn(user.email, clean)).toBe(200);
  });

  it('slow the networks that made them, also after their window', async () => {
    const { user } = await fixture.createCustomer();
    await attack(user.email);
    expect(await signIn(user.email, attacker(0))).toBe(429);
    const botnet = { network: '198.18.0.0/24' };
    expect(await guesses(user.email, botnet, 4)).toEqual([401, 401, 401, 429]);
    await fixture.database.query(
      "UPDATE account_attempts SET window_ends_at = now() WHERE window_ends_at < now() + interval '1 hour'",
    );
    const refused = await fixture.login(user.email, undefined, PASSWORD, toHeaders(botnet));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3_600);
  });

  it('are answered alike for an account that does not exist', async () => {
    const [{ user }, unknown] = [await fixture.createCustomer(), newEmail()];
    const answers = async (email: string) => {
      const statuses = [];
      for (let at = 0; at <= GUARD_AFTER; at++) statuses.push(await guess(email, { network: `10.0.${at}.0/24` }));
      return [...statuses, ...(await guesses(email, { network: '10.1.0.0/24' }, 4))];
    };
    expect(await answers(unknown)).toEqual(await answers(user.email));
  });

  it('are published once for an email to the owner', async () => {
    const { user } = await fixture.createCustomer();
    expect(await guesses(user.email, attacker(0), LIMIT)).toEqual(Array(LIMIT).fill(401));
    expect(await fixture.countPublished(passwordGuessesDetected.type, user.id)).toBe(0);
    await guess(user.email, attacker(0));
    const event = await events.waitForEvent(
      passwordGuessesDetected.type,
      ({ subject }) => subject === `user/${user.id}`,
    );
    expect(event.data).toEqual({ userId: user.id, email: user.email });
    for (let time = 0; time < 2; time++) await attack(user.email);
    expect(await fixture.countPublished(passwordGuessesDetected.type, user.id)).toBe(1);
  });

  it('are published for a slow botnet that stays below the limit of each network', async () => {
    const { user } = await fixture.createCustomer();
    for (let at = 0; at <= GUARD_AFTER; at++) await guess(user.email, { network: `10.2.${at}.0/24` });
    expect(await fixture.countPublished(passwordGuessesDetected.type, user.id)).toBe(1);
  });
});

describe('the limit of a network', () => {
  it('leaves the other networks alone', async () => {
    const { user } = await fixture.createCustomer();
    expect(await guesses(user.email, attacker(0), LIMIT + 1)).toEqual([...Array<number>(LIMIT).fill(401), 429]);
    expect(await signIn(user.email, clean)).toBe(200);
  });

  it('doubles the wait each time it is reached', async () => {
    const email = newEmail();
    const exceed = async () => {
      await guesses(email, clean, LIMIT);
      const answer = await fixture.login(email, undefined, 'a guess', toHeaders(clean));
      await fixture.database.query("UPDATE account_attempts SET window_ends_at = now() - interval '1 second'");
      return Number(answer.headers.get('retry-after'));
    };
    const waits = [await exceed(), await exceed(), await exceed()];
    expect(waits[0]).toBeLessThanOrEqual(60);
    expect(waits[1]).toBeGreaterThan(60);
    expect(waits[2]).toBeGreaterThan(120);
  });

  it('is that of a browser where the browser is known, and only for its own account', async () => {
    const [{ user }, { user: other }] = [await fixture.createCustomer(), await fixture.createCustomer()];
    const browser = { ...attacker(0), cookie: await knowBrowser(user.email) };
    const exceeded = [...Array<number>(LIMIT).fill(401), 429];
    expect(await guesses(user.email, browser, LIMIT + 1)).toEqual(exceeded);
    expect(await guesses(other.email, browser, LIMIT + 1)).toEqual(exceeded);
    expect(await guess(user.email, attacker(0))).toBe(401);
    expect(await guess(other.email, attacker(0))).toBe(429);
  });

  it('ends for the owner after a reset by link, which makes other browsers unknown', async () => {
    const { user } = await fixture.createCustomer();
    const known = { ...clean, cookie: await knowBrowser(user.email) };
    await attack(user.email);
    // The reset comes from the network 'unknown'.
    await guesses(user.email, { network: 'unknown' }, LIMIT);
    await resetByLink(fixture, events, user, 'battery staple');
    expect((await fixture.login(user.email, undefined, 'battery staple')).status).toBe(200);
    await guesses(user.email, known, LIMIT);
    expect(await guess(user.email, clean)).toBe(429);
  });
});

describe('reset links that strangers request', () => {
  const request = async (email: string, from: From): Promise<number> =>
    (
      await fixture.service.call('POST', '/api/forgot-password', {
        body: { email },
        headers: toHeaders(from),
      })
    ).status;
  const requestFromStrangers = async (email: string): Promise<void> => {
    for (let at = 0; at < 13; at++) await Promise.all([1, 2].map(() => request(email, attacker(at))));
  };
  const countLinks = (userId: string) => fixture.countPublished('reset-link.requested', userId);

  it('don’t use up those of the owner in a known browser or network', async () => {
    const { user } = await fixture.createCustomer();
    const cookie = await knowBrowser(user.email, '198.51.7.0/24');
    await requestFromStrangers(user.email);
    expect(await request(user.email, attacker(0))).toBe(429);
    const before = await countLinks(user.id);
    expect(await request(user.email, { ...attacker(0), cookie })).toBe(200);
    expect(await request(user.email, { network: '198.51.7.0/24' })).toBe(200);
    expect(await countLinks(user.id)).toBe(before + 2);
  });

  it('reach the mailbox at most twice a minute, and any of them leads the owner in', async () => {
    const { user } = await fixture.createCustomer();
    await requestFromStrangers(user.email);
    const sent = await countLinks(user.id);
    expect(sent).toBeLessThanOrEqual(5 * 2 + 1);
    expect(await request(user.email, clean)).toBe(200);
    const [first] = await waitFor(() => {
      const links = events.list('reset-link.requested').filter(({ subject }) => subject === `user/${user.id}`);
      expect(links).toHaveLength(sent);
      return links.slice(-1);
    });
    await fixture.database.query(
      "UPDATE account_attempts SET window_ends_at = now() WHERE window_ends_at < now() + interval '31 seconds'",
    );
    expect(await request(user.email, clean)).toBe(200);
    expect(await countLinks(user.id)).toBe(sent + 1);
    // A stranger's next request does not end the owner's link.
    const { token } = await readResetLink(first?.data);
    const body = { token, password: 'battery staple' };
    expect((await fixture.service.call('POST', '/api/reset-password', { body })).status).toBe(200);
  });
});
