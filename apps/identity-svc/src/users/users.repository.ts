import { Inject, Injectable } from '@nestjs/common';
import type { Permission, Role } from '@shop/contracts-common';
import { DataSource, type EntityManager } from 'typeorm';

export interface UserRow {
  id: string;
  email: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  role: Role;
  /** Whether it is on. */
  hasSecondFactor: boolean;
  /** In effect only for an admin. */
  permissions: Permission[];
  /** When a link in an email to the address was used first. */
  emailConfirmedAt: Date | null;
  createdAt: Date;
  /** When the owner deleted it; the erasure is in progress. */
  closedAt: Date | null;
}

export interface NewUser {
  email: string;
  passwordHash: string;
  firstName?: string;
  lastName?: string;
  role: Role;
  /** An operator vouches for the address. */
  isConfirmed?: boolean;
}

const COLUMNS = `id, email, password, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl", role, permissions,
  email_confirmed_at AS "emailConfirmedAt", created_at AS "createdAt", closed_at AS "closedAt",
  EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.turned_on_at IS NOT NULL) AS "hasSecondFactor"`;

@Injectable()
export class UsersRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Returns null for an unknown or closed account. */
  async findOpenById(id: string): Promise<UserRow | null> {
    const [user] = await this.dataSource.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL`,
      [id],
    );
    return user ?? null;
  }

  /** `email` must be trimmed and in lower case. */
  async findOpenByEmail(email: string): Promise<UserRow | null> {
    const [user] = await this.dataSource.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE email = $1 AND closed_at IS NULL`,
      [email],
    );
    return user ?? null;
  }

  /**
   * Reads an open account and locks its row until the transaction ends. Every change of an account's password, tokens or sessions locks this row
   * before any other, which prevents deadlocks.
   */
  async lockOpen(manager: EntityManager, id: string): Promise<UserRow | null> {
    const [user] = await manager.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE`,
      [id],
    );
    return user ?? null;
  }

  /** Like `lockOpen`. `email` must be trimmed and in lower case. */
  async lockOpenByEmail(manager: EntityManager, email: string): Promise<UserRow | null> {
    const [user] = await manager.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE email = $1 AND closed_at IS NULL FOR NO KEY UPDATE`,
      [email],
    );
    return user ?? null;
  }

  /** Locks all admins in the order of their ids, so that two admins cannot leave at the same moment. Call it before `lockOpen`. */
  async lockAdmins(manager: EntityManager): Promise<string[]> {
    const admins = await manager.query<{ id: string }[]>(
      "SELECT id FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE",
    );
    return admins.map(({ id }) => id);
  }

  /** Returns null if the email address is taken. */
  async insertUser(
    manager: EntityManager,
    { email, passwordHash, firstName, lastName, role, isConfirmed = false }: NewUser,
  ): Promise<UserRow | null> {
    const [user] = await manager.query<UserRow[]>(
      `INSERT INTO users (email, password, first_name, last_name, role, email_confirmed_at)
       VALUES ($1, $2, nullif($3, ''), nullif($4, ''), $5, CASE WHEN $6 THEN now() END)
       ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
      [email, passwordHash, firstName ?? null, lastName ?? null, role, isConfirmed],
    );
    return user ?? null;
  }

  async setPassword(manager: EntityManager, id: string, to: string): Promise<void> {
    await manager.query('UPDATE users SET password = $2, updated_at = now() WHERE id = $1', [id, to]);
  }

  /** The first confirmation stays. */
  async confirmEmail(manager: EntityManager, id: string): Promise<void> {
    await manager.query(
      'UPDATE users SET email_confirmed_at = now(), updated_at = now() WHERE id = $1 AND email_confirmed_at IS NULL',
      [id],
    );
  }

  /** Prevents further sign-ins. The email address stays taken until the row is deleted. Returns `closedAt`. */
  async closeAccount(manager: EntityManager, id: string): Promise<Date> {
    const [[row]] = await manager.query<[{ closedAt: Date }[], number]>(
      'UPDATE users SET closed_at = now(), updated_at = now() WHERE id = $1 RETURNING closed_at AS "closedAt"',
      [id],
    );
    if (!row) throw new Error('The locked account does not exist');
    return row.closedAt;
  }

  /** The users with an id above `after`, by id. */
  listPageAfter(after: string, limit: number, manager: EntityManager): Promise<UserRow[]> {
    return manager.query<UserRow[]>(`SELECT ${COLUMNS} FROM users WHERE id > $1 ORDER BY id LIMIT $2`, [after, limit]);
  }

  /** The account for the export of personal data. Like the lists below it has no secret: no password hash, session id, token or TOTP secret. */
  async findPersonalData(userId: string): Promise<object | null> {
    const [account] = await this.dataSource.query<object[]>(
      `SELECT id, email, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl", role,
         CASE WHEN role = 'admin' THEN permissions ELSE '{}' END AS permissions,
         (SELECT turned_on_at FROM second_factors f WHERE f.user_id = users.id) AS "secondFactorSince",
         email_confirmed_at AS "emailConfirmedAt", created_at AS "createdAt", updated_at AS "updatedAt"
       FROM users WHERE id = $1 AND closed_at IS NULL`,
      [userId],
    );
    return account ?? null;
  }

  /** Only the day of the last use is known. */
  async listSessions(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      `SELECT sess ->> 'browser' AS browser, sess ->> 'startedAt' AS "signedInAt", sess ->> 'lastUsedOn' AS "lastUsedOn", expire AS "endsAt" FROM sessions
       WHERE sess ->> 'userId' = $1 AND sess ? 'userId' AND expire > now() ORDER BY "lastUsedOn" DESC, expire DESC LIMIT 1000`,
      [userId],
    );
  }

  /** Guest sessions that the account claimed at a sign-in. */
  async listGuestClaims(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      'SELECT guest_id AS "guestId", claimed_at AS "claimedAt" FROM guest_claims WHERE user_id = $1 ORDER BY claimed_at DESC, guest_id LIMIT 10000',
      [userId],
    );
  }

  async listConfirmationTokens(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      'SELECT created_at AS "askedAt", expires_at AS "expiresAt" FROM email_confirmation_tokens WHERE user_id = $1 AND expires_at > now() ORDER BY created_at DESC, id LIMIT 1000',
      [userId],
    );
  }

  async listResetTokens(userId: string): Promise<object[]> {
    return this.dataSource.query<object[]>(
      'SELECT created_at AS "askedAt", expires_at AS "expiresAt" FROM password_reset_tokens WHERE user_id = $1 AND expires_at > now() ORDER BY created_at DESC, id LIMIT 100',
      [userId],
    );
  }
}
