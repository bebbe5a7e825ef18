import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { DomainError } from '@shop/contracts-common';
import { CONFIG, LOGGER } from '@shop/service-kit/http';
import { getRates, type Config, type Rate } from '../config.js';
import type { LimitClass } from '@shop/contracts-common/routes';

/** If Redis is slower than this, the call is counted in memory. */
const REDIS_TIMEOUT_MS = 250;

/** A Lua script of Redis 6 puts `ERR Error running script` before the code. */
const isReadOnly = (error: unknown): error is Error => error instanceof Error && error.message.includes('READONLY');

const createReadOnlyError = (cause: Error): DomainError =>
  new DomainError(
    'CACHE_READ_ONLY',
    'unavailable',
    'Redis takes no writes (it may be a replica after a failover), so each gateway counts alone.',
    { cause },
  );

/** Counted by each gateway alone: such a call costs less than a round trip to Redis, and an exact count is not needed. */
const COUNTED_LOCALLY: ReadonlySet<LimitClass> = new Set(['read', 'file']);

/** How long the key of the readiness check lasts. */
const CHECK_SECONDS = 60;

const createTooManyError = (msToWait: number): DomainError => {
  const seconds = Math.max(1, Math.ceil(msToWait / 1000));
  return new DomainError(
    'ATTEMPTS_TOO_MANY',
    'too-many',
    `Too many attempts. Please try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  );
};

function connect(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 2_000,
    // ioredis's default of 2 s would delay the end of the process.
    disconnectTimeout: 200,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    // After a failover the open connection still leads to the former primary. A new one reaches the address's new server.
    reconnectOnError: (error) => {
      if (!isReadOnly(error)) return false;
      onError(error);
      return true;
    },
  });
  redis.on('error', onError);
  return redis;
}

/** Counts calls per limit class and client: in Redis for all gateways together, or in memory. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;
  /** Empty if limits are disabled. */
  private readonly limiters = new Map<LimitClass, RateLimiterAbstract>();
  /** Separates the counters of several shops on one Redis. */
  private readonly prefix: string;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.prefix = `${config.EVENTS_NAMESPACE}:rate`;
    if (!config.RATE_LIMIT_ENABLED) return;
    if (config.REDIS_URL !== undefined)
      this.redis = connect(config.REDIS_URL, (error) =>
        logger.warn({ err: error }, 'Redis is unavailable, so rate limits are counted in memory'),
      );
    for (const [name, rate] of Object.entries(getRates(config)) as [LimitClass, Rate][])
      this.limiters.set(name, this.createLimiter(name, rate));
  }

  /** Counts one request. Throws `too-many` (429) with the seconds to wait. */
  async countRequest(limit: LimitClass, client: string, res: ServerResponse): Promise<void> {
    const limiter = this.limiters.get(limit);
    try {
      await limiter?.consume(client);
    } catch (error) {
      throw error instanceof RateLimiterRes ? createTooManyError(error.msBeforeNext) : error;
    }
    if (limit === 'generate') res.once('close', () => this.uncountFailure(limiter, client, res.statusCode));
  }

  /** Rejects while a configured Redis does not answer or takes no writes. A DomainError says which. */
  async checkConnection(): Promise<void> {
    // A write: a replica answers everything else.
    await this.redis?.set(`${this.prefix}:check`, '1', 'EX', CHECK_SECONDS).catch((error: unknown) => {
      throw isReadOnly(error) ? createReadOnlyError(error) : error;
    });
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private createLimiter(name: LimitClass, { points, seconds }: Rate): RateLimiterAbstract {
    const options = { points, duration: seconds, keyPrefix: `${this.prefix}:${name}` };
    const inMemory = new RateLimiterMemory(options);
    if (!this.redis || COUNTED_LOCALLY.has(name)) return inMemory;
    return new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      insuranceLimiter: inMemory,
      rejectIfRedisNotReady: true,
    });
  }

  /** A failed or declined generation does not count against the customer. */
  private uncountFailure(limiter: RateLimiterAbstract | undefined, client: string, status: number): void {
    if (status < 500 && status !== 422) return;
    limiter
      ?.reward(client)
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'The rate limit of a failed call could not be restored'),
      );
  }
}

/** Characters of a key: 132 bits. */
const KEY_LENGTH = 22;

/** Key of a client in the rate limits. It has a fixed length, because an address from a proxy's header may be any text. */
export const getRateLimitKey = (ip?: string): string =>
  hash('sha256', getClientAddress(ip), 'base64url').slice(0, KEY_LENGTH);

/** An IPv6 household has a whole /64, so that counts as one client. */
export function getClientAddress(ip = 'unknown'): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
