import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

export interface NewConfirmationToken {
  userId: string;
  token: string;
  expiresAt: Date;
}

/** Every `token` here is the SHA-256 of the token in the link. */
@Injectable()
export class ConfirmationTokensRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async insertToken(manager: EntityManager, { userId, token, expiresAt }: NewConfirmationToken): Promise<void> {
    await manager.query('INSERT INTO email_confirmation_tokens (user_id, token, expires_at) VALUES ($1, $2, $3)', [
      userId,
      token,
      expiresAt,
    ]);
  }

  /** Returns null for an unknown or expired token. */
  async findUserId(token: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ userId: string }[]>(
      'SELECT user_id AS "userId" FROM email_confirmation_tokens WHERE token = $1 AND expires_at > now()',
      [token],
    );
    return row?.userId ?? null;
  }

  @Cron('47 * * * *', { name: 'email-confirmation-tokens.delete-expired' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'email_confirmation_tokens', time: 'expires_at', age: '0' });
  }
}
