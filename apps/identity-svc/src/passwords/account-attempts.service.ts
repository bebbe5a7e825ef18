import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';

/** What is counted: guesses at a password, wherever one is asked for; links to set a new one. */
export type AttemptPurpose = 'sign-in' | 'reset';

interface Limit {
  attempts: number;
  seconds: number;
}

const toAccountKey = (email: string): string => hash('sha256', email, 'hex');

/** D6: what may be tried with one account. Unknown accounts count alike, so that nothing is told by it. */
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
   * Counts an attempt before anything is looked at, so that attempts made at the same moment all count.
   * Throws `too-many` (429) past the limit.
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
   * The password was right: this attempt is not counted after all. Those before it stay: a limit that ends early would tell a
   * stranger that there is an account, and that its owner has just been here.
   */
  async uncountAttempt(email: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE account_attempts SET attempts = attempts - 1 WHERE account = $1 AND purpose = 'sign-in' AND attempts > 0`,
      [toAccountKey(email)],
    );
  }

  /** Its owner has a new password, by a link: whoever guessed the old one until nothing was let in any more has to be let in with this one. */
  async resetSignInAttempts(email: string): Promise<void> {
    await this.dataSource.query(`DELETE FROM account_attempts WHERE account = $1 AND purpose = 'sign-in'`, [
      toAccountKey(email),
    ]);
  }

  async deleteExpired(): Promise<void> {
    await this.dataSource.query('DELETE FROM account_attempts WHERE window_ends_at <= now()');
  }
}
