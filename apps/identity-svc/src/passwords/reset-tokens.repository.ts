import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

/** The form of a token in the table. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

export interface NewResetToken {
  userId: string;
  token: string;
  /** SHA-256 (hex) of the address and the network or browser that requested it. */
  source: string;
  expiresAt: Date;
}

/** Every `token` here is the SHA-256 of the token in the link. */
@Injectable()
export class ResetTokensRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async insertToken(manager: EntityManager, { userId, token, source, expiresAt }: NewResetToken): Promise<void> {
    await manager.query(
      'INSERT INTO password_reset_tokens (user_id, token, source, expires_at) VALUES ($1, $2, $3, $4)',
      [userId, token, source, expiresAt],
    );
  }

  /** Returns null for an unknown, used or expired token. */
  async findUserId(token: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ userId: string }[]>(
      'SELECT user_id AS "userId" FROM password_reset_tokens WHERE token = $1 AND expires_at > now()',
      [token],
    );
    return row?.userId ?? null;
  }

  /** Deletes the token. Only one of several concurrent calls returns true. */
  async consumeToken(manager: EntityManager, token: string): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(
      'DELETE FROM password_reset_tokens WHERE token = $1 AND expires_at > now()',
      [token],
    );
    return count === 1;
  }

  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM password_reset_tokens WHERE user_id = $1', [userId]);
  }

  async deleteBySource(manager: EntityManager, userId: string, source: string): Promise<void> {
    await manager.query('DELETE FROM password_reset_tokens WHERE user_id = $1 AND source = $2', [userId, source]);
  }

  @Cron('17 * * * *', { name: 'reset-tokens.delete-expired' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'password_reset_tokens', time: 'expires_at', age: '0' });
  }
}
