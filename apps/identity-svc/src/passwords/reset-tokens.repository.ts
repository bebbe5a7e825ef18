import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** `token` is the SHA-256 of what stands in the link, everywhere here. */
@Injectable()
export class ResetTokensRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, userId: string, token: string, expiresAt: Date): Promise<void> {
    await manager.query('INSERT INTO password_reset_tokens (user_id, token, expires_at) VALUES ($1, $2, $3)', [userId, token, expiresAt]);
  }

  async countValidOf(manager: EntityManager, userId: string): Promise<number> {
    // One asker at a time for a user: the count and the insert after it belong together.
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const [row] = await manager.query<{ count: number }[]>('SELECT count(*)::int AS count FROM password_reset_tokens WHERE user_id = $1 AND expires_at > now()', [userId]);
    return row?.count ?? 0;
  }

  async isValid(token: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('SELECT 1 FROM password_reset_tokens WHERE token = $1 AND expires_at > now()', [token]);
    return rows.length === 1;
  }

  /** The user whose link it was, for the one call that uses it up. */
  async use(manager: EntityManager, token: string): Promise<string | null> {
    const [rows] = await manager.query<[{ userId: string }[], number]>('DELETE FROM password_reset_tokens WHERE token = $1 AND expires_at > now() RETURNING user_id AS "userId"', [token]);
    return rows[0]?.userId ?? null;
  }

  async deleteAllOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM password_reset_tokens WHERE user_id = $1', [userId]);
  }

  async deleteExpired(): Promise<void> {
    await this.dataSource.query('DELETE FROM password_reset_tokens WHERE expires_at <= now()');
  }
}
