import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { AttemptCountersRepository, toCounter, type Counter, type Limit } from './attempt-counters.repository.js';
import { GuessNoticesService } from './guess-notices.service.js';

/** An attempt at an account. A signed-in caller has the session as `sid`. */
export interface Attempt {
  email: string;
  client: SignInClient;
  sid?: string;
}

/** Where an attempt comes from. Attempts of the same source share a budget. */
interface Source {
  /** Names it within the account. */
  name: string;
  /** Whether only the owner has it: a session or a known browser. Strangers can't use up its budget. */
  isOwners: boolean;
}

/** What an attempt was counted in. */
export interface CountedSignIn {
  attempt: Attempt;
  source: Source;
  counters: readonly Counter[];
}

export interface CountedReset {
  /** Whether an email may be sent. */
  mayEmail: boolean;
  /** SHA-256 (hex) of the address and the source. */
  source: string;
}

const DAY_SECONDS = 86_400;

/** After so many budgets of one network, all networks together are limited. */
const NETWORKS = 5;

/** While an account is guarded, each network may enter so many wrong passwords a day. An owner may mistype, a botnet has few guesses. */
const GUARDED: Limit = { attempts: 3, seconds: DAY_SECONDS };

/** The pause between emails once strangers have used up their shared budget. Their links remain valid, so the last one leads the owner in. */
const FLOODED_EMAIL_SECONDS = 30;

/** A refusal that may publish an event takes at least this long, so that its time does not reveal accounts. */
const MIN_NOTICE_MS = 250;

/**
 * Limits attempts for each account and source (ADR 52). What strangers do never refuses the right password from a network without failures of its
 * own. Unknown accounts are limited too, so that the limit does not reveal which accounts exist.
 */
@Injectable()
export class AccountAttemptsService {
  private readonly limits: Record<'sign-in' | 'reset', Limit> | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AttemptCountersRepository) private readonly counters: AttemptCountersRepository,
    @Inject(KnownBrowsersRepository) private readonly knownBrowsers: KnownBrowsersRepository,
    @Inject(GuessNoticesService) private readonly notices: GuessNoticesService,
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
   * Throws `too-many` (429) above the limit of the source.
   */
  async countSignIn(attempt: Attempt): Promise<CountedSignIn> {
    const source = await this.findSource(attempt);
    const limit = this.limits?.['sign-in'];
    if (!limit) return { attempt, source, counters: [] };
    const counter = toCounter('sign-in', attempt, source.name);
    await this.countInSource(attempt, counter, limit);
    if (source.isOwners || !(await this.isGuarded(attempt))) return { attempt, source, counters: [counter] };
    const guarded = toGuardedCounter(attempt, source);
    await this.countInSource(attempt, guarded, GUARDED);
    return { attempt, source, counters: [counter, guarded] };
  }

  /** After a wrong password: strangers' failures at an account count together, and guard it. */
  async addFailure({ attempt, source }: CountedSignIn): Promise<void> {
    const limit = this.getTotalLimit();
    if (!limit || source.isOwners) return;
    const { attempts } = await this.counters.countInTotal(toCounter('sign-in', attempt, 'all networks'), limit);
    if (attempts === limit.attempts + 1) await this.publishNotice(attempt);
  }

  /**
   * Removes an attempt with the right password, or one that was not compared, from its counters. Earlier attempts remain counted: an early end of the
   * limit would reveal to a stranger that the account exists and that its owner has just signed in.
   */
  async uncount({ counters }: CountedSignIn): Promise<void> {
    await this.counters.uncountAttempt(counters);
  }

  /**
   * Counts a request for a reset link. Throws `too-many` (429) above the limit of the source. What other networks have requested never refuses it,
   * but then an email may be sent only now and then.
   */
  async countReset(attempt: Attempt): Promise<CountedReset> {
    const { name, isOwners } = await this.findSource(attempt);
    const counter = toCounter('reset', attempt, name);
    const limit = this.limits?.reset;
    if (!limit) return { mayEmail: true, source: counter.key };
    const { attempts, seconds } = await this.counters.countAttempt(counter, limit);
    if (attempts > limit.attempts) throw createTooManyError(seconds);
    const { email, client } = attempt;
    const isKnown = isOwners || (await this.knownBrowsers.isKnownNetwork(email, client.network));
    return { mayEmail: isKnown || (await this.mayEmailStranger(attempt, limit)), source: counter.key };
  }

  /** Counts a link that confirms an address, which its owner requests signed in. Throws `too-many` (429) above the limit of links. */
  async countConfirmation(email: string): Promise<void> {
    const limit = this.limits?.reset;
    if (!limit) return;
    const { attempts, seconds } = await this.counters.countAttempt(toCounter('confirmation', { email }, 'link'), limit);
    if (attempts > limit.attempts) throw createTooManyError(seconds);
  }

  /** Ends the sign-in limit of the source after a reset by link, so that the owner can sign in with the new password from there. */
  async resetSignInAttempts(attempt: Attempt): Promise<void> {
    const source = await this.findSource(attempt);
    await this.counters.deleteCounters([toCounter('sign-in', attempt, source.name), toGuardedCounter(attempt, source)]);
  }

  private async findSource({ email, client: { browser, network }, sid }: Attempt): Promise<Source> {
    if (sid !== undefined) return { name: `session ${sid}`, isOwners: true };
    if (browser !== null && (await this.knownBrowsers.isKnown(email, browser)))
      return { name: `browser ${browser}`, isOwners: true };
    return { name: `network ${network}`, isOwners: false };
  }

  private async isGuarded(attempt: Attempt): Promise<boolean> {
    const limit = this.getTotalLimit();
    return limit !== undefined && this.counters.isExceeded(toCounter('sign-in', attempt, 'all networks'), limit);
  }

  /** Failures of all unknown networks within a day. */
  private getTotalLimit(): Limit | undefined {
    const attempts = this.limits?.['sign-in'].attempts;
    return attempts === undefined ? undefined : { attempts: attempts * NETWORKS, seconds: DAY_SECONDS };
  }

  private async countInSource(attempt: Attempt, counter: Counter, limit: Limit): Promise<void> {
    const { attempts, seconds } = await this.counters.countAttempt(counter, limit);
    if (attempts <= limit.attempts) return;
    if (attempts === limit.attempts + 1) await this.publishNotice(attempt);
    throw createTooManyError(seconds);
  }

  private async mayEmailStranger(attempt: Attempt, { attempts, seconds }: Limit): Promise<boolean> {
    const total = { attempts: attempts * NETWORKS, seconds };
    const counted = await this.counters.countInTotal(toCounter('reset', attempt, 'all networks'), total);
    if (counted.attempts <= total.attempts) return true;
    return this.counters.claim(toCounter('reset', attempt, 'email'), FLOODED_EMAIL_SECONDS, this.dataSource.manager);
  }

  private async publishNotice({ email, client }: Attempt): Promise<void> {
    const counter = toCounter('sign-in', { email }, 'notice');
    await Promise.all([this.notices.publishNotice(email, client, counter), pause(MIN_NOTICE_MS)]);
  }
}

const toGuardedCounter = (attempt: Attempt, { name }: Source): Counter =>
  toCounter('sign-in', attempt, `guarded ${name}`);

export function createTooManyError(seconds: number): DomainError {
  const secondsToWait = Math.max(1, seconds);
  return new DomainError(
    'ATTEMPTS_TOO_MANY',
    'too-many',
    `Too many attempts. Please try again in ${secondsToWait} seconds.`,
    { retryAfterSeconds: secondsToWait },
  );
}
