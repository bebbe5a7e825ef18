import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';

const accountKey = (email: string): string => hash('sha256', email, 'hex');

/** D6: how often an account's password may be guessed, at sign-in or anywhere else. Unknown accounts count alike, so that nothing is told by it. */
@Injectable()
export class PasswordAttempts {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Counts an attempt before its password is looked at, so that guesses made at the same moment all count.
   * Throws `too-many` (429) past the limit.
   */
  async count(email: string): Promise<void> {
    const { RATE_LIMIT_ENABLED, RATE_LIMIT_ACCOUNT_FAILURES, RATE_LIMIT_ACCOUNT_WINDOW_SECONDS } = this.config;
    if (!RATE_LIMIT_ENABLED) return;
    const [row] = await this.dataSource.query<{ attempts: number; seconds: number }[]>(
      `INSERT INTO sign_in_attempts AS a (account, attempts, window_ends_at) VALUES ($1, 1, now() + make_interval(secs => $2))
       ON CONFLICT (account) DO UPDATE SET
         attempts = CASE WHEN a.window_ends_at <= now() THEN 1 ELSE a.attempts + 1 END,
         window_ends_at = CASE WHEN a.window_ends_at <= now() THEN excluded.window_ends_at ELSE a.window_ends_at END
       RETURNING attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS seconds`,
      [accountKey(email), RATE_LIMIT_ACCOUNT_WINDOW_SECONDS],
    );
    if (!row || row.attempts <= RATE_LIMIT_ACCOUNT_FAILURES) return;
    const seconds = Math.max(1, row.seconds);
    throw new DomainError('ATTEMPTS_TOO_MANY', 'too-many', `Too many attempts. Please try again in ${seconds} seconds.`, { retryAfterSeconds: seconds });
  }

  /** The right password was given: the failures before it are forgiven. */
  async forgive(email: string): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_attempts WHERE account = $1', [accountKey(email)]);
  }

  async deleteExpired(): Promise<void> {
    await this.dataSource.query('DELETE FROM sign_in_attempts WHERE window_ends_at <= now()');
  }
}
