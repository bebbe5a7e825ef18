import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { passwordResetRequested } from '@shop/contracts/identity';
import {
  createTestDatabase,
  eventually,
  recordEvents,
  startTestService,
  testConfig,
  testIdentityKeys,
  testTransports,
  type EventRecorder,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { soWithin } from '@shop/testing/so-within';
import { Door, type DoorAnswer } from './door.js';

const SECOND = 1_000;
const PASSWORD = 'correct horse';
let people = 0;

/** The real identity-svc; loaded by path, since apps never import apps. */
async function startIdentity(database: TestDatabase, transport: TestTransport): Promise<TestService> {
  const source = join(import.meta.dirname, '../../identity-svc/src');
  const { AppModule } = (await import(join(source, 'app.module.ts'))) as {
    AppModule: { with(config: unknown): DynamicModule };
  };
  const { readConfig } = (await import(join(source, 'config.ts'))) as {
    readConfig: (env: NodeJS.ProcessEnv) => unknown;
  };
  return startTestService(
    AppModule.with(
      testConfig(readConfig, { database, transport, env: { IDENTITY_PRIVATE_KEY: testIdentityKeys.privatePem } }),
    ),
  );
}

const sidOf = ({ headers }: DoorAnswer): string => /^sid=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? '';
const post = (door: Door, path: string, body: object, sid?: string): Promise<DoorAnswer> =>
  door.call('POST', path, { sid, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const isIn = async (door: Door, sid: string): Promise<boolean> =>
  (await door.call('GET', '/api/orders', { sid })).status === 200;

describe.each(testTransports())('a session ended at one gateway, with events over $name', (transport) => {
  let database: TestDatabase;
  let identity: TestService;
  let events: EventRecorder;
  let here: Door;
  let there: Door;
  let asked = 0;

  beforeAll(async () => {
    await transport.open();
    database = await createTestDatabase();
    identity = await startIdentity(database, transport);
    identity.app
      .getHttpServer()
      .on('request', ({ url }: { url: string }) => (asked += url === '/internal/sessions/resolve' ? 1 : 0));
    events = await recordEvents(transport, [passwordResetRequested.type]);
    [here, there] = (await Promise.all(
      [1, 2].map(() => Door.open({ ...transport.env, IDENTITY_URL: identity.url })),
    )) as [Door, Door];
    const { sid } = await register();
    for (const door of [here, there]) await believes(door, sid);
  }, 30 * SECOND);
  afterAll(async () => {
    await Promise.all([here?.close(), there?.close()]);
    await events?.stop();
    await identity?.stop();
    await database?.drop();
    await transport.close();
  });

  /** From here on it is the gateway's own memory that answers: it hears, and asks no more. */
  const believes = (door: Door, sid: string): Promise<void> =>
    eventually(
      async () => {
        expect(await isIn(door, sid)).toBe(true);
        const before = asked;
        await new Promise((resolve) => setTimeout(resolve, 600));
        expect(await isIn(door, sid)).toBe(true);
        expect(asked).toBe(before);
      },
      { timeoutMs: 10 * SECOND },
    );

  async function register(): Promise<{ email: string; sid: string }> {
    const email = `pat-${++people}-${transport.name}@example.com`;
    const answer = await post(here, '/api/register', { email, password: PASSWORD });
    expect(answer.status).toBe(201);
    return { email, sid: sidOf(answer) };
  }

  const signIn = async (door: Door, email: string, password = PASSWORD): Promise<string> =>
    sidOf(await post(door, '/api/login', { email, password }));

  /** Both gateways know the session, and let it in without asking anybody; one whose broker was slow to answer for a moment asks once more first. */
  const knownAtBoth = (sid: string): Promise<void> =>
    eventually(async () => {
      for (const door of [here, there]) expect(await isIn(door, sid)).toBe(true);
      const before = asked;
      for (const door of [here, there]) expect(await isIn(door, sid)).toBe(true);
      expect(asked).toBe(before);
    });

  const overAtBoth = async (...sids: string[]): Promise<void> => {
    const doors = sids.flatMap((sid) => [there, here].map((door) => ({ door, sid })));
    await Promise.all(doors.map(({ door, sid }) => soWithin(SECOND, async () => !(await isIn(door, sid)))));
  };

  it('by a sign-out is over at the other within a second', async () => {
    const { sid } = await register();
    await knownAtBoth(sid);
    expect((await post(here, '/api/logout', {}, sid)).status).toBe(204);
    await overAtBoth(sid);
  });

  it('by a sign-in, which gives a new one, is over at the other within a second', async () => {
    const { sid, email } = await register();
    await knownAtBoth(sid);
    const next = sidOf(await post(here, '/api/login', { email, password: PASSWORD }, sid));
    await overAtBoth(sid);
    expect(await isIn(there, next)).toBe(true);
  });

  it('by a password change is over for every other device, and stays for this one', async () => {
    const { email, sid } = await register();
    const other = await signIn(there, email);
    await knownAtBoth(sid);
    await knownAtBoth(other);
    expect(
      (await post(here, '/api/user/change-password', { currentPassword: PASSWORD, newPassword: 'another horse' }, sid))
        .status,
    ).toBe(200);
    await overAtBoth(other);
    expect([await isIn(here, sid), await isIn(there, sid)]).toEqual([true, true]);
  });

  it('by a reset is over for every device', async () => {
    const { email, sid } = await register();
    const other = await signIn(there, email);
    await knownAtBoth(sid);
    await knownAtBoth(other);
    await post(here, '/api/forgot-password', { email });
    const { data } = await events.next(passwordResetRequested.type, (event) =>
      JSON.stringify(event.data).includes(email),
    );
    const { token } = data as { token: string };
    expect((await post(here, '/api/reset-password', { token, password: 'another horse' })).status).toBe(200);
    await overAtBoth(sid, other);
  });

  it('by signing out everywhere is over for every device', async () => {
    const { email, sid } = await register();
    const other = await signIn(there, email);
    await knownAtBoth(sid);
    await knownAtBoth(other);
    const answer = await post(here, '/api/user/sign-out-everywhere', {}, sid);
    expect([answer.status, answer.headers['set-cookie']?.[0]]).toEqual([
      204,
      expect.stringMatching(/^sid=; .*Max-Age=0/),
    ]);
    await overAtBoth(sid, other);
  });

  it('by an erasure is over for every device', async () => {
    const { email, sid } = await register();
    const other = await signIn(there, email);
    await knownAtBoth(sid);
    await knownAtBoth(other);
    expect((await post(here, '/api/user/erase', { password: PASSWORD }, sid)).status).toBe(202);
    await overAtBoth(sid, other);
  });
});
