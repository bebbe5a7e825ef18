import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@shop/contracts/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface UserRow {
  id: string;
  email: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  role: Role;
  createdAt: Date;
  /** When its owner deleted it; it is on its way out. */
  closedAt: Date | null;
}

export interface NewUser {
  email: string;
  passwordHash: string;
  firstName?: string;
  lastName?: string;
  role: Role;
}

const COLUMNS = `id, email, password, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl", role,
  created_at AS "createdAt", closed_at AS "closedAt"`;

@Injectable()
export class UsersRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Null where there is none, and where its owner has deleted it. */
  async findOpenById(id: string): Promise<UserRow | null> {
    const [user] = await this.dataSource.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL`,
      [id],
    );
    return user ?? null;
  }

  /** `email` trimmed and in lower case. */
  async findOpenByEmail(email: string): Promise<UserRow | null> {
    const [user] = await this.dataSource.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE email = $1 AND closed_at IS NULL`,
      [email],
    );
    return user ?? null;
  }

  /**
   * As it is once everybody before has committed; nobody changes it until the transaction ends. Whoever changes what belongs to
   * an account (password, links, sessions) locks it first, and nothing before it: so none waits for another in a circle.
   */
  async lockOpen(manager: EntityManager, id: string): Promise<UserRow | null> {
    const [user] = await manager.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE`,
      [id],
    );
    return user ?? null;
  }

  /** Locks all admins, in one order, so that two who leave at the same moment see each other; before `lockOpen`. */
  async lockAdmins(manager: EntityManager): Promise<string[]> {
    const admins = await manager.query<{ id: string }[]>(
      "SELECT id FROM users WHERE role = 'admin' AND closed_at IS NULL ORDER BY id FOR NO KEY UPDATE",
    );
    return admins.map(({ id }) => id);
  }

  /** Null where the e-mail is taken. */
  async insertUser(
    manager: EntityManager,
    { email, passwordHash, firstName, lastName, role }: NewUser,
  ): Promise<UserRow | null> {
    const [user] = await manager.query<UserRow[]>(
      `INSERT INTO users (email, password, first_name, last_name, role) VALUES ($1, $2, nullif($3, ''), nullif($4, ''), $5)
       ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
      [email, passwordHash, firstName ?? null, lastName ?? null, role],
    );
    return user ?? null;
  }

  async setPassword(manager: EntityManager, id: string, to: string): Promise<void> {
    await manager.query('UPDATE users SET password = $2, updated_at = now() WHERE id = $1', [id, to]);
  }

  /** Nobody signs in any more, and the e-mail stays taken until the row is gone. Returns when it was closed. */
  async closeAccount(manager: EntityManager, id: string): Promise<Date> {
    const [[row]] = await manager.query<[{ closedAt: Date }[], number]>(
      'UPDATE users SET closed_at = now(), updated_at = now() WHERE id = $1 RETURNING closed_at AS "closedAt"',
      [id],
    );
    if (!row) throw new Error('The account that was locked is gone');
    return row.closedAt;
  }

  /** A page of all users, by id; the first where `after` is null. Locked: what becomes of them meanwhile is told after what is told of this. */
  async lockPageAfter(manager: EntityManager, after: string | null, limit: number): Promise<UserRow[]> {
    return manager.query<UserRow[]>(
      `SELECT ${COLUMNS} FROM users WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
      [after, limit],
    );
  }
}
