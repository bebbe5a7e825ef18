import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { createTooManyError } from '../passwords/account-attempts.service.js';
import { AttemptCountersRepository, type Counter, type Limit } from '../passwords/attempt-counters.repository.js';

/** The session that enters codes. */
export interface CodeSource {
  userId: string;
  /** When the session entered its last right code: no other session can use up its budget, and nothing but a right code renews it. */
  provenAt: string | null;
}

/**
 * Limits codes of authenticator apps by account, however many sessions a thief of the password starts. Recovery codes can't be guessed.
 */
@Injectable()
export class CodeAttemptsService {
  private readonly limit: Limit | undefined;

  constructor(
    @Inject(AttemptCountersRepository) private readonly counters: AttemptCountersRepository,
    @Inject(CONFIG) config: Config,
  ) {
    if (!config.RATE_LIMIT_ENABLED) return;
    this.limit = {
      attempts: config.RATE_LIMIT_ACCOUNT_CODES,
      seconds: config.RATE_LIMIT_ACCOUNT_CODES_WINDOW_SECONDS,
    };
  }

  /** Counts a code before it is compared, so that concurrent ones all count. Throws `too-many` (429) above the limit. */
  async countCode({ userId, provenAt }: CodeSource): Promise<Counter[]> {
    if (!this.limit) return [];
    const key = hash('sha256', `${userId} ${provenAt === null ? 'codes' : `codes after ${provenAt}`}`, 'hex');
    const counter: Counter = { purpose: 'second-factor', key };
    const { attempts, seconds } = await this.counters.countAttempt(counter, this.limit);
    if (attempts > this.limit.attempts) throw createTooManyError(seconds);
    return [counter];
  }

  /** Removes a right code, or one that was not used up, from its counters. */
  async uncount(counters: readonly Counter[]): Promise<void> {
    await this.counters.uncountAttempt(counters);
  }
}
