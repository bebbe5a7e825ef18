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
}

export interface NewUser {
  email: string;
  passwordHash: string;
  firstName?: string;
  lastName?: string;
  role: Role;
}

const COLUMNS = 'id, email, password, first_name AS "firstName", last_name AS "lastName", profile_image_url AS "profileImageUrl", role, created_at AS "createdAt"';

@Injectable()
export class UsersRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async findById(id: string): Promise<UserRow | null> {
    const [user] = await this.dataSource.query<UserRow[]>(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
    return user ?? null;
  }

  /** `email` trimmed and in lower case. */
  async findByEmail(email: string): Promise<UserRow | null> {
    const [user] = await this.dataSource.query<UserRow[]>(`SELECT ${COLUMNS} FROM users WHERE email = $1`, [email]);
    return user ?? null;
  }

  /** Null where the e-mail is taken. */
  async insert(manager: EntityManager, { email, passwordHash, firstName, lastName, role }: NewUser): Promise<UserRow | null> {
    const [user] = await manager.query<UserRow[]>(
      `INSERT INTO users (email, password, first_name, last_name, role) VALUES ($1, $2, nullif($3, ''), nullif($4, ''), $5)
       ON CONFLICT (email) DO NOTHING RETURNING ${COLUMNS}`,
      [email, passwordHash, firstName ?? null, lastName ?? null, role],
    );
    return user ?? null;
  }

  /** Only where the password is still the one that was checked: a change in between is not undone. */
  async replacePassword(manager: EntityManager, id: string, from: string, to: string): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>('UPDATE users SET password = $3, updated_at = now() WHERE id = $1 AND password = $2', [id, from, to]);
    return count === 1;
  }

  async setPassword(manager: EntityManager, id: string, to: string): Promise<void> {
    await manager.query('UPDATE users SET password = $2, updated_at = now() WHERE id = $1', [id, to]);
  }

  /** A page of all users, by id; the first where `after` is null. */
  async listAfter(manager: EntityManager, after: string | null, limit: number): Promise<UserRow[]> {
    return manager.query<UserRow[]>(`SELECT ${COLUMNS} FROM users WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2`, [after, limit]);
  }
}
