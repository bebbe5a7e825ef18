import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { Cron } from '@shop/jobs';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';

/** The counters: wrong passwords (also for changing the password or deleting the account), and requested reset links. */
export type AttemptPurpose = 'sign-in' | 'reset';

interface Limit {
  attempts: number;
  seconds: number;
}

const toAccountKey = (email: string): string => hash('sha256', email, 'hex');

/** Limits attempts for each account. Unknown accounts are limited too, so that the limit does not reveal which accounts exist. */
@Injectable()
export class AccountAttemptsService {
  private readonly limits: Record<AttemptPurpose, Limit> | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    if (!config.RATE_LIMIT_ENABLED) return;
    this.limits = {
      'sign-in': { attempts: config.RATE_LIMIT_ACCOUNT_FAILURES, seconds: config.RATE_LIMIT_ACCOUNT_WINDOW_SECONDS },
      reset: { attempts: config.RATE_LIMIT_ACCOUNT_RESETS, seconds: config.RATE_LIMIT_ACCOUNT_RESETS_WINDOW_SECONDS },
    };
  }

  /**
   * Counts an attempt before the password is compared, so that concurrent attempts all count.
   * Throws `too-many` (429) above the limit.
   */
  async countAttempt(purpose: AttemptPurpose, email: string): Promise<void> {
    const limit = this.limits?.[purpose];
    if (!limit) return;
    const [row] = await this.dataSource.query<{ attempts: number; seconds: number }[]>(
      `INSERT INTO account_attempts AS a (account, purpose, attempts, window_ends_at) VALUES ($1, $2, 1, now() + make_interval(secs => $3))
       ON CONFLICT (account, purpose) DO UPDATE SET
         attempts = CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.attempts + 1 END,
         window_ends_at = CASE WHEN a.window_ends_at <= now() THEN excluded.window_ends_at ELSE a.window_ends_at END
       RETURNING attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS seconds`,
      [toAccountKey(email), purpose, limit.seconds],
    );
    if (!row || row.attempts <= limit.attempts) return;
    const seconds = Math.max(1, row.seconds);
    throw new DomainError(
      'ATTEMPTS_TOO_MANY',
      'too-many',
      `Too many attempts. Please try again in ${seconds} seconds.`,
      { retryAfterSeconds: seconds },
    );
  }

  /**
   * Removes the attempt with the right password from the counter. Earlier attempts remain counted: an early end of the limit would
   * reveal to a stranger that the account exists and that its owner has just signed in.
   */
  async uncountAttempt(email: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE account_attempts SET attempts = attempts - 1 WHERE account = $1 AND purpose = 'sign-in' AND attempts > 0`,
      [toAccountKey(email)],
    );
  }

  /** Ends the sign-in limit after a reset by link, so that the owner can sign in with the new password. */
  async resetSignInAttempts(email: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM account_attempts WHERE account = $1 AND purpose = 'sign-in'`, [
      toAccountKey(email),
    ]);
  }

  @Cron('17 * * * *', { name: 'account-attempts.delete-expired' })
  async deleteExpired(): Promise<void> {
    await this.dataSource.query('DELETE FROM account_attempts WHERE window_ends_at <= now()');
  }
}
