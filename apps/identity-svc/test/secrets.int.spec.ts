import { jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { LOGGER } from '@shop/service-kit';
import { waitFor, recordEvents } from '@shop/testing';
import { symbols } from 'pino';
import {
  newEmail,
  PASSWORD,
  IdentityFixture,
  readConfirmationLink,
  readResetLink,
  sha256,
  getSid,
} from './identity-fixture.js';

/** A multiple of what runs side by side. */
const TRIES = 48;

const sorted = (values: number[]): number[] => [...values].sort((a, b) => a - b);
const getQuantile = (values: number[], part: number): number =>
  sorted(values)[Math.floor(values.length * part)] ?? Number.NaN;
const computeMedian = (values: number[]): number => getQuantile(values, 0.5);
/** The interquartile range. */
const computeSpread = (values: number[]): number => getQuantile(values, 0.75) - getQuantile(values, 0.25);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

type Times<Kind extends string> = Record<Kind, number[]>;

/** Measures the cases in alternating order, so that other load affects them equally. */
async function compare<Kind extends string>(
  works: Record<Kind, () => Promise<unknown>>,
  abreast = 1,
): Promise<Times<Kind>> {
  const kinds = Object.keys(works) as Kind[];
  const times = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Times<Kind>;
  const round = async (turn: number): Promise<void> => {
    for (let at = 0; at < kinds.length; at++) {
      const kind = kinds[(turn + at) % kinds.length] as Kind;
      times[kind].push(await timed(works[kind]));
    }
  };
  for (let turn = 0; turn < TRIES; turn += abreast)
    await Promise.all(Array.from({ length: abreast }, (_, lane) => round(turn + lane)));
  return times;
}

function expectNoDifference(one: number[], other: number[]): void {
  expect([one.length, other.length]).toEqual([TRIES, TRIES]);
  expect(Math.abs(computeMedian(one) - computeMedian(other))).toBeLessThan(
    Math.max(computeSpread(one), computeSpread(other)),
  );
}

let fixture: IdentityFixture;
const log: string[] = [];
beforeAll(async () => {
  // Attempts are counted, but the limits are too high to reach.
  fixture = await IdentityFixture.start({
    RATE_LIMIT_ACCOUNT_FAILURES: '1000000',
    RATE_LIMIT_ACCOUNT_RESETS: '1000000',
  });
  const logger = fixture.service.get<{ level: string; [symbols.streamSym]: { write(line: string): boolean } }>(LOGGER);
  jest.spyOn(logger[symbols.streamSym], 'write').mockImplementation((line) => log.push(line) > 0);
  logger.level = 'trace';
});
afterAll(async () => {
  await fixture.close();
  jest.restoreAllMocks();
});

describe('the existence of an account', () => {
  const ask = (email: string) => fixture.service.call('POST', '/api/forgot-password', { body: { email } });
  const guess = (email: string) => fixture.login(email, undefined, 'not the password');

  it('is not revealed by the time of a failed sign-in, even for an outdated hash', async () => {
    const [{ user }, { user: old }, stranger] = [
      await fixture.createCustomer(),
      await fixture.createCustomer(),
      newEmail(),
    ];
    await fixture.database.query('UPDATE users SET password = $2 WHERE id = $1', [
      old.id,
      await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 }),
    ]);
    const times = await compare({
      known: () => guess(user.email),
      old: () => guess(old.email),
      unknown: () => guess(stranger),
    });
    expectNoDifference(times.known, times.unknown);
    expectNoDifference(times.old, times.unknown);
  }, 300_000);

  it('is not revealed by the time of a reset request', async () => {
    const [{ user }, stranger] = [await fixture.createCustomer(), newEmail()];
    const times = await compare({ known: () => ask(user.email), unknown: () => ask(stranger) }, 8);
    expectNoDifference(times.known, times.unknown);
  }, 300_000);

  it('is not revealed by responses', async () => {
    const [{ user }, stranger] = [await fixture.createCustomer(), newEmail()];
    for (const call of [guess, ask]) {
      const [known, unknown] = [await call(user.email), await call(stranger)];
      const shown = ({ status, text, headers }: typeof known) => ({
        status,
        text,
        headers: [...headers].filter(([name]) => name !== 'date'),
      });
      expect(shown(known)).toEqual(shown(unknown));
    }
  });
});

describe('a password, hash or token', () => {
  it('never appears in logs, in the outbox or on the broker, even after failures', async () => {
    log.length = 0;
    const events = await recordEvents(fixture.transport, ['reset-link.requested', 'confirmation-link.requested']);
    const newPassword = 'battery staple';

    const { user, sid, as } = await fixture.createCustomer();
    const otherSid = getSid(await fixture.login(user.email));
    await fixture.login(user.email, undefined, 'a wrong guess');
    await fixture.service.call('POST', '/api/forgot-password', { body: { email: user.email } });
    const event = await events.waitForEvent('reset-link.requested', ({ subject }) => subject === `user/${user.id}`);
    const { token } = await readResetLink(event.data);
    const registered = await events.waitForEvent('confirmation-link.requested');
    const { token: confirmationToken } = await readConfirmationLink(registered.data);
    for (const secret of [token, sha256(token), user.email]) expect(JSON.stringify(event)).not.toContain(secret);
    const hashes = async () =>
      (await fixture.database.query<{ password: string }>('SELECT password FROM users')).map(
        ({ password }) => password,
      );
    const hashesSeen = await hashes();
    // The database rejects the token, the password and the event with an error that contains the row.
    for (const table of ['password_reset_tokens', 'outbox']) {
      await fixture.database.query(`ALTER TABLE ${table} ADD CONSTRAINT refuse CHECK (false) NOT VALID`);
      expect((await fixture.service.call('POST', '/api/forgot-password', { body: { email: user.email } })).status).toBe(
        500,
      );
      await fixture.database.query(`ALTER TABLE ${table} DROP CONSTRAINT refuse`);
    }
    await fixture.database.query('ALTER TABLE users ADD CONSTRAINT refuse CHECK (false) NOT VALID');
    const broken = { currentPassword: PASSWORD, newPassword };
    expect((await fixture.service.call('POST', '/api/user/change-password', { as, body: broken })).status).toBe(500);
    expect((await fixture.register(newEmail())).status).toBe(500);
    await fixture.database.query('ALTER TABLE users DROP CONSTRAINT refuse');
    expect(
      (await fixture.service.call('POST', '/api/reset-password', { body: { token, password: newPassword } })).status,
    ).toBe(200);
    hashesSeen.push(...(await hashes()));
    expect((await fixture.login(user.email, undefined, newPassword)).status).toBe(200);

    await waitFor(async () =>
      expect(await fixture.database.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).toEqual([]),
    );
    const outbox = JSON.stringify(await fixture.database.query('SELECT * FROM outbox'));
    expect(outbox).toContain('reset-link.requested');
    expect(log.join('\n')).not.toContain(user.email);
    expect(log.filter((line) => line.includes('Request failed'))).toHaveLength(4);
    expect(hashesSeen.every((each) => each.startsWith('$argon2id$'))).toBe(true);
    const secrets = [
      PASSWORD,
      newPassword,
      'a wrong guess',
      token,
      sha256(token),
      confirmationToken,
      sha256(confirmationToken),
      sid,
      otherSid,
      '$argon2id$',
      ...hashesSeen,
    ];
    for (const [place, content] of [
      ['log', log.join('\n')],
      ['outbox', outbox],
    ] as const) {
      for (const secret of secrets)
        expect({ place, secret, isThere: content.includes(secret) }).toEqual({ place, secret, isThere: false });
    }

    await events.stop();
  });
});
