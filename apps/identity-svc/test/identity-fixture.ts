import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { identityClaimsSchema, type IdentityClaims } from '@shop/contracts-common';
import {
  confirmationLinkRequested,
  resetLinkRequested,
  accountLinkSchema,
  resolvedSessionSchema,
  SESSION_HEADER,
  type ConfirmationLink,
  type ResetLink,
  type ResolvedSession,
  type User,
} from '@shop/contracts-identity';
import { decryptPayload } from '@shop/service-kit';
import {
  createTestTransport,
  createTestDatabase,
  migratedSchema,
  startTestService,
  testConfig,
  TEST_EMAIL_SECRET,
  testIdentityKeys,
  type EventRecorder,
  type TestResponse,
  type TestDatabase,
  type TestService,
  type TestTransport,
} from '@shop/testing';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/config.js';
import { migrations } from '../src/database/migrations.js';

export const PASSWORD = 'correct horse';

/** Low enough to reach in a test, so that all tests of a file can share one service. */
const LOW_LIMITS = {
  RATE_LIMIT_ACCOUNT_FAILURES: '3',
  RATE_LIMIT_ACCOUNT_WINDOW_SECONDS: '60',
  RATE_LIMIT_ACCOUNT_RESETS: '3',
  RATE_LIMIT_ACCOUNT_RESETS_WINDOW_SECONDS: '60',
};

let emailCount = 0;
export const newEmail = (): string => `pat-${++emailCount}-${Date.now()}@example.com`;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** identity-svc with its own database, and the gateway's calls to it. */
export class IdentityFixture {
  private constructor(
    readonly database: TestDatabase,
    readonly transport: TestTransport,
    readonly service: TestService,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<IdentityFixture> {
    const transport = createTestTransport();
    const database = await createTestDatabase(migratedSchema('identity-svc', migrations));
    await transport.open();
    const config = testConfig(readConfig, {
      database,
      transport,
      env: { IDENTITY_PRIVATE_KEY: testIdentityKeys.privatePem, ...LOW_LIMITS, ...env },
    });
    return new IdentityFixture(database, transport, await startTestService(AppModule.with(config)));
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.transport.close();
    await this.database.drop();
  }

  async resolveSession(sid: string | null, openGuestSession = false): Promise<ResolvedSession> {
    const answer = await this.service.call('POST', '/internal/sessions/resolve', { body: { sid, openGuestSession } });
    expect(answer.status).toBe(200);
    return resolvedSessionSchema.parse(answer.json());
  }

  /** The claims that the gateway would send for this session. */
  async getClaims(sid: string): Promise<IdentityClaims> {
    const { token } = await this.resolveSession(sid);
    return identityClaimsSchema.parse(decodeJwt(token ?? ''));
  }

  async createGuest(): Promise<{ sid: string; as: IdentityClaims; guestId: string }> {
    const { sid, guestId } = await this.resolveSession(null, true);
    await this.service.call('POST', '/internal/sessions/open', { body: { sid, guestId } });
    const as = await this.getClaims(sid ?? '');
    return { sid: sid ?? '', as, guestId: as.guestId ?? '' };
  }

  register(email: string, as?: IdentityClaims, more: object = {}): Promise<TestResponse> {
    return this.service.call('POST', '/api/register', { as, body: { email, password: PASSWORD, ...more } });
  }

  login(
    email: string,
    as?: IdentityClaims,
    password = PASSWORD,
    headers?: Record<string, string>,
  ): Promise<TestResponse> {
    return this.service.call('POST', '/api/login', { as, body: { email, password }, headers });
  }

  /** Number of events of this type about an account in the outbox, sent or not. */
  async countPublished(type: string, userId: string): Promise<number> {
    const rows = await this.database.query(
      "SELECT 1 FROM outbox WHERE envelope ->> 'type' = $1 AND envelope ->> 'subject' = $2",
      [type, `user/${userId}`],
    );
    return rows.length;
  }

  async userExists(userId: string): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM users WHERE id = $1', [userId])).length === 1;
  }

  requestErasure(as: IdentityClaims, password = PASSWORD): Promise<TestResponse> {
    return this.service.call('POST', '/api/user/erase', { as, body: { password } });
  }

  /** A registered, signed-in customer. */
  async createCustomer(as?: IdentityClaims): Promise<{ user: User; sid: string; as: IdentityClaims }> {
    const answer = await this.register(newEmail(), as);
    expect(answer.status).toBe(201);
    const sid = getSid(answer);
    return { user: answer.json<User>(), sid, as: await this.getClaims(sid) };
  }
}

/** Decrypts the link of an event like support-svc. */
export async function readResetLink(data: unknown): Promise<ResetLink & { expiresAt: string }> {
  const { encrypted, expiresAt } = resetLinkRequested.schema.parse(data);
  const link = await decryptPayload(TEST_EMAIL_SECRET, resetLinkRequested.type, encrypted);
  return { ...accountLinkSchema.parse(link), expiresAt };
}

/** Decrypts the link of an event like support-svc. */
export async function readConfirmationLink(
  data: unknown,
): Promise<ConfirmationLink & { expiresAt: string; cause: string }> {
  const { encrypted, expiresAt, cause } = confirmationLinkRequested.schema.parse(data);
  const link = await decryptPayload(TEST_EMAIL_SECRET, confirmationLinkRequested.type, encrypted);
  return { ...accountLinkSchema.parse(link), expiresAt, cause };
}

/** Requests a link by email and chooses a new password with it. */
export async function resetByLink(
  { service }: IdentityFixture,
  events: EventRecorder,
  { id, email }: { id: string; email: string },
  password: string,
): Promise<void> {
  await service.call('POST', '/api/forgot-password', { body: { email } });
  const { data } = await events.waitForEvent('reset-link.requested', ({ subject }) => subject === `user/${id}`);
  const { token } = await readResetLink(data);
  expect((await service.call('POST', '/api/reset-password', { body: { token, password } })).status).toBe(200);
}

export const getSid = (answer: TestResponse): string => answer.headers.get(SESSION_HEADER) ?? '';
