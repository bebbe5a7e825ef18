import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { Cron, deleteOldRows } from '@shop/jobs';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import type { SignInClient } from '../security/sign-in-client.js';

/** The counters: wrong passwords (also for changing the password or deleting the account), and requested reset links. */
export type AttemptPurpose = 'sign-in' | 'reset';

/** An attempt at an account. A signed-in caller has the session as `sid`. */
export interface Attempt {
  email: string;
  client: SignInClient;
  sid?: string;
}

interface Limit {
  attempts: number;
  seconds: number;
}

interface Counter {
  key: string;
  limit: Limit;
}

/**
 * All networks together get five budgets: guesses from thousands of addresses end here. A known browser, a session and a link by email still lead
 * the owner in.
 */
const NETWORKS = 5;

/** The column `account`. */
const toKey = (email: string, source: string): string => hash('sha256', `${email} ${source}`, 'hex');

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

/** Limits attempts for each account and source. Unknown accounts are limited too, so that the limit does not reveal which accounts exist. */
@Injectable()
export class AccountAttemptsService {
  private readonly limits: Record<AttemptPurpose, Limit> | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(KnownBrowsersRepository) private readonly knownBrowsers: KnownBrowsersRepository,
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
  async countAttempt(purpose: AttemptPurpose, attempt: Attempt): Promise<void> {
    let secondsToWait = 0;
    for (const counter of await this.listCounters(purpose, attempt)) {
      secondsToWait = await this.increment(purpose, counter);
      // What one network sends above its limit does not use up the budget of the others.
      if (secondsToWait > 0) break;
    }
    if (secondsToWait === 0) return;
    throw new DomainError(
      'ATTEMPTS_TOO_MANY',
      'too-many',
      `Too many attempts. Please try again in ${secondsToWait} seconds.`,
      { retryAfterSeconds: secondsToWait },
    );
  }

  /**
   * Removes the attempt with the right password from the counters. Earlier attempts remain counted: an early end of the limit would
   * reveal to a stranger that the account exists and that its owner has just signed in.
   */
  async uncountAttempt(attempt: Attempt): Promise<void> {
    const counters = await this.listCounters('sign-in', attempt);
    await this.dataSource.query(
      `UPDATE account_attempts SET attempts = attempts - 1 WHERE account = ANY($1) AND purpose = 'sign-in' AND attempts > 0`,
      [counters.map(({ key }) => key)],
    );
  }

  /** Ends the sign-in limit after a reset by link, so that the owner can sign in with the new password from there. */
  async resetSignInAttempts(attempt: Attempt): Promise<void> {
    const counters = await this.listCounters('sign-in', attempt);
    await this.dataSource.query(`DELETE FROM account_attempts WHERE account = ANY($1) AND purpose = 'sign-in'`, [
      counters.map(({ key }) => key),
    ]);
  }

  @Cron('17 * * * *', { name: 'account-attempts.delete-expired' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'account_attempts', time: 'window_ends_at', age: '1 day' });
  }

  /** A session and a known browser have budgets of their own, which strangers cannot use up. */
  private async listCounters(purpose: AttemptPurpose, { email, client, sid }: Attempt): Promise<Counter[]> {
    const limit = this.limits?.[purpose];
    if (!limit) return [];
    if (sid !== undefined) return [{ key: toKey(email, `session ${sid}`), limit }];
    const { browser, network } = client;
    if (browser !== null && (await this.knownBrowsers.isKnown(email, browser)))
      return [{ key: toKey(email, `browser ${browser}`), limit }];
    return [
      { key: toKey(email, `network ${network}`), limit },
      { key: toKey(email, 'all networks'), limit: { ...limit, attempts: limit.attempts * NETWORKS } },
    ];
  }

  /** Returns the seconds to wait, 0 below the limit. */
  private async increment(purpose: AttemptPurpose, { key, limit }: Counter): Promise<number> {
    const [row] = await this.dataSource.query<{ attempts: number; seconds: number }[]>(COUNT_ATTEMPT, [
      key,
      purpose,
      limit.seconds,
      limit.attempts,
    ]);
    return !row || row.attempts <= limit.attempts ? 0 : Math.max(1, row.seconds);
  }
}
