import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit';
import PQueue from 'p-queue';
import type { Config } from '../config.js';
import { hashPassword, verifyPassword } from './password-hash.js';

/** A hash takes a core for about 50 ms. Half of the cores stay free for everything else. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
/** As many as one network gets done in half a second. */
const MAX_OF_NETWORK = 10;
/** Well below the gateway's timeout, so that the answer says what is wrong. */
const MAX_WAIT_MS = 8_000;

const createBusyError = (): DomainError =>
  new DomainError(
    'SIGN_IN_BUSY',
    'unavailable',
    'Too many people are signing in right now. Please try again in a moment.',
    {
      retryAfterSeconds: 2,
    },
  );

/**
 * Hashes passwords for requests, a few at a time, so that a flood of sign-ins stops neither the sessions of others nor other sign-ins: the networks
 * take turns.
 */
@Injectable()
export class PasswordHasher {
  private readonly queue = new PQueue({ concurrency: AT_ONCE });
  /** How many hashes each network waits for. */
  private readonly waiting = new Map<string, number>();
  private readonly isLimited: boolean;

  constructor(@Inject(CONFIG) { RATE_LIMIT_ENABLED }: Pick<Config, 'RATE_LIMIT_ENABLED'>) {
    this.isLimited = RATE_LIMIT_ENABLED;
  }

  /** Throws `unavailable` (503) if the network waits for too many, or after it has waited for eight seconds. */
  hash(network: string, password: string): Promise<string> {
    return this.run(network, () => hashPassword(password));
  }

  /** Throws as `hash` does. */
  verify(network: string, stored: string | undefined, password: string): Promise<boolean> {
    return this.run(network, () => verifyPassword(stored, password));
  }

  private async run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.waiting.get(network) ?? 0;
    if (this.isLimited && before >= MAX_OF_NETWORK) throw createBusyError();
    this.waiting.set(network, before + 1);
    const waitLimit = new AbortController();
    const timer = setTimeout(() => waitLimit.abort(createBusyError()), MAX_WAIT_MS);
    // The queue gives the turn of an aborted hash away although it still runs, so only waiting ends by the timer.
    const start = (): Promise<Result> => {
      clearTimeout(timer);
      return work();
    };
    try {
      return await this.queue.add(start, { priority: -before, ...(this.isLimited && { signal: waitLimit.signal }) });
    } finally {
      clearTimeout(timer);
      const left = (this.waiting.get(network) ?? 1) - 1;
      if (left > 0) this.waiting.set(network, left);
      else this.waiting.delete(network);
    }
  }
}
