import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { idempotencyKeyReused } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';

export type AccountAction = 'registered' | 'password-changed' | 'password-reset';

export interface AccountCall {
  userId: string;
  action: AccountAction;
}

/** Longer than a customer presses a button again. */
const RETENTION = '1 day';

/** Calls that their client may repeat because the answer was lost, by Idempotency-Key. */
@Injectable()
export class AccountCallsRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Throws 409 if another call has used the key. */
  async saveCall(manager: EntityManager, key: string | null, { userId, action }: AccountCall): Promise<void> {
    if (key === null) return;
    const saved = await manager.query<unknown[]>(
      'INSERT INTO account_calls (key, user_id, action) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING key',
      [key, userId, action],
    );
    if (saved.length === 0) throw idempotencyKeyReused();
  }

  async findCall(key: string): Promise<AccountCall | null> {
    const [call] = await this.dataSource.query<AccountCall[]>(
      'SELECT user_id AS "userId", action FROM account_calls WHERE key = $1',
      [key],
    );
    return call ?? null;
  }

  @Cron('27 * * * *', { name: 'account-calls.delete-old' })
  async deleteOld(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'account_calls', time: 'created_at', age: RETENTION });
  }
}
