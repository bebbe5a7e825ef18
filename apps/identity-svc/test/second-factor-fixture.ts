import type { IdentityClaims } from '@shop/contracts-common';
import { secondFactorChanged, type User } from '@shop/contracts-identity';
import type { TestResponse } from '@shop/testing';
import { Secret, TOTP } from 'otpauth';
import { getSid, IdentityFixture, PASSWORD } from './identity-fixture.js';

export interface Admin {
  user: User;
  as: IdentityClaims;
  sid: string;
}

export interface ProtectedAdmin extends Admin {
  secret: string;
  recoveryCodes: string[];
}

/** The code that an authenticator app displays now. */
export const createCode = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** identity-svc, and admins with a second factor. */
export class SecondFactorFixture {
  private constructor(readonly identity: IdentityFixture) {}

  static async start(env: Record<string, string> = {}): Promise<SecondFactorFixture> {
    return new SecondFactorFixture(await IdentityFixture.start(env));
  }

  close(): Promise<void> {
    return this.identity.close();
  }

  post(path: string, as: IdentityClaims | undefined, body: object): Promise<TestResponse> {
    return this.identity.service.call('POST', path, { as, body });
  }

  enter(as: IdentityClaims, code: string): Promise<TestResponse> {
    return this.post('/api/second-factor', as, { code });
  }

  async getUser(as: IdentityClaims): Promise<User> {
    return (await this.identity.service.call('GET', '/api/user', { as })).json<User>();
  }

  /** A code that was not used: as if half a minute had passed. */
  async nextCode({ user, secret }: Pick<ProtectedAdmin, 'user' | 'secret'>): Promise<string> {
    await this.identity.database.query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [user.id]);
    return createCode(secret);
  }

  async createAdmin(): Promise<Admin> {
    const { user, sid } = await this.identity.createCustomer();
    await this.identity.database.query("UPDATE users SET role = 'admin' WHERE id = $1", [user.id]);
    return { user, sid, as: await this.identity.getClaims(sid) };
  }

  /** The session goes on under a new id. */
  async beginSetup({ as }: Pick<Admin, 'as'>): Promise<{ secret: string; uri: string } & Pick<Admin, 'as' | 'sid'>> {
    const answer = await this.post('/api/user/second-factor', as, { password: PASSWORD });
    const sid = getSid(answer);
    return { ...answer.json<{ secret: string; uri: string }>(), sid, as: await this.identity.getClaims(sid) };
  }

  async createProtectedAdmin(): Promise<ProtectedAdmin> {
    const admin = await this.createAdmin();
    const { secret, as: begun } = await this.beginSetup(admin);
    const answer = await this.post('/api/user/second-factor/turn-on', begun, { code: createCode(secret) });
    expect(answer.status).toBe(200);
    const sid = getSid(answer);
    const as = await this.identity.getClaims(sid);
    return { ...admin, secret, sid, as, ...answer.json<{ recoveryCodes: string[] }>() };
  }

  /** Signed in with the password alone. */
  async signIn({ user }: Pick<Admin, 'user'>): Promise<{ answer: User; sid: string; as: IdentityClaims }> {
    const answer = await this.identity.login(user.email);
    expect(answer.status).toBe(200);
    const sid = getSid(answer);
    return { answer: answer.json<User>(), sid, as: await this.identity.getClaims(sid) };
  }

  async listChanges(userId: string): Promise<unknown[]> {
    const rows = await this.identity.database.query<{ data: { change: string; recoveryCodesLeft: number } }>(
      "SELECT envelope -> 'data' AS data FROM outbox WHERE envelope ->> 'type' = $1 AND envelope ->> 'subject' = $2 ORDER BY position",
      [secondFactorChanged.type, `user/${userId}`],
    );
    return rows.map(({ data }) => [data.change, data.recoveryCodesLeft]);
  }

  async listSecurityEvents(userId: string): Promise<string[]> {
    const rows = await this.identity.database.query<{ event: string }>(
      'SELECT event FROM security_log WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    return rows.map(({ event }) => event);
  }
}
