import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * Wrong passwords (also for changing the password or deleting the account), requested reset links, requested confirmation links, and
 * registrations of an address that has an account, and wrong codes of a second factor.
 */
export type AttemptPurpose = 'sign-in' | 'reset' | 'confirmation' | 'registration' | 'second-factor';

export interface Limit {
  attempts: number;
  seconds: number;
}

/** Names one row. */
export interface Counter {
  purpose: AttemptPurpose;
  /** SHA-256 (hex) of the address and what is counted. */
  key: string;
}

export const toCounter = (purpose: AttemptPurpose, { email }: { email: string }, what: string): Counter => ({
  purpose,
  key: hash('sha256', `${email} ${what}`, 'hex'),
});

export interface CountedAttempt {
  /** In the current window, this one included. */
  attempts: number;
  /** Until the window ends. */
  seconds: number;
}

/**
 * Counts one attempt. The attempt that exceeds the limit starts a wait of one window, the next time of two, then of four, at most a day.
 */
const COUNT_ATTEMPT = `
  INSERT INTO account_attempts AS a (account, purpose, attempts, window_ends_at) VALUES ($1, $2, 1, now() + make_interval(secs => $3))
  ON CONFLICT (account, purpose) DO UPDATE SET
    attempts = CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.attempts + 1 END,
    blocks = CASE WHEN a.window_ends_at > now() AND a.attempts = $4 THEN a.blocks + 1 ELSE a.blocks END,
    window_ends_at = CASE
      WHEN a.window_ends_at <= now() THEN excluded.window_ends_at
      WHEN a.attempts = $4 THEN now() + make_interval(secs => least($3 * 2.0 ^ least(a.blocks, 20), greatest($3, 86400)))
      ELSE a.window_ends_at END
  RETURNING attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS seconds`;

/** Counts one attempt. From the limit on, each attempt starts the window again. */
const COUNT_IN_TOTAL = `
  INSERT INTO account_attempts AS a (account, purpose, attempts, window_ends_at) VALUES ($1, $2, 1, now() + make_interval(secs => $3))
  ON CONFLICT (account, purpose) DO UPDATE SET
    attempts = CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.attempts + 1 END,
    window_ends_at = CASE WHEN a.window_ends_at <= now() OR a.attempts >= $4 THEN excluded.window_ends_at ELSE a.window_ends_at END
  RETURNING attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS seconds`;

const CLAIM = `
  INSERT INTO account_attempts AS a (account, purpose, attempts, window_ends_at) VALUES ($1, $2, 1, now() + make_interval(secs => $3))
  ON CONFLICT (account, purpose) DO UPDATE SET window_ends_at = excluded.window_ends_at WHERE a.window_ends_at <= now()
  RETURNING 1`;

@Injectable()
export class AttemptCountersRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Counts an attempt of one source. */
  async countAttempt(counter: Counter, limit: Limit): Promise<CountedAttempt> {
    return this.count(COUNT_ATTEMPT, counter, limit);
  }

  /** Counts an attempt of all sources together, which refuses nothing. */
  async countInTotal(counter: Counter, limit: Limit): Promise<CountedAttempt> {
    return this.count(COUNT_IN_TOTAL, counter, limit);
  }

  async isExceeded({ key, purpose }: Counter, { attempts }: Limit): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM account_attempts WHERE account = $1 AND purpose = $2 AND attempts > $3 AND window_ends_at > now()',
      [key, purpose, attempts],
    );
    return rows.length > 0;
  }

  /** True for the first caller, and again after so many seconds. */
  async claim({ key, purpose }: Counter, seconds: number, manager: EntityManager): Promise<boolean> {
    return (await manager.query<unknown[]>(CLAIM, [key, purpose, seconds])).length > 0;
  }

  async uncountAttempt(counters: readonly Counter[]): Promise<void> {
    for (const { key, purpose } of counters)
      await this.dataSource.query(
        'UPDATE account_attempts SET attempts = attempts - 1 WHERE account = $1 AND purpose = $2 AND attempts > 0',
        [key, purpose],
      );
  }

  async deleteCounters(counters: readonly Counter[]): Promise<void> {
    for (const { key, purpose } of counters)
      await this.dataSource.query('DELETE FROM account_attempts WHERE account = $1 AND purpose = $2', [key, purpose]);
  }

  @Cron('17 * * * *', { name: 'account-attempts.delete-expired' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'account_attempts', time: 'window_ends_at', age: '1 day' });
  }

  private async count(statement: string, { key, purpose }: Counter, limit: Limit): Promise<CountedAttempt> {
    const [row] = await this.dataSource.query<CountedAttempt[]>(statement, [
      key,
      purpose,
      limit.seconds,
      limit.attempts,
    ]);
    if (!row) throw new Error('The attempt was not counted');
    return row;
  }
}
