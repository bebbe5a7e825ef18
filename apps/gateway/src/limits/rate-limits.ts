import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { DomainError } from '@shop/contracts/common';
import type { Rate } from '../config.js';
import type { LimitClass } from '../routes.js';

export interface RateLimits {
  /** Counts one call. Throws `too-many` (429) with the seconds to wait. */
  countCall(limit: LimitClass, client: string): Promise<void>;
  /** Removes one call from the count, after a failure. */
  uncountCall(limit: LimitClass, client: string): Promise<void>;
  /** Rejects while a configured Redis does not answer or takes no writes. A DomainError says which. */
  checkConnection(): Promise<void>;
  close(): void;
}

interface RateLimitOptions {
  enabled: boolean;
  rates: Record<LimitClass, Rate>;
  /** Separates the counters of several shops on one Redis. */
  namespace: string;
  redisUrl?: string;
  onRedisError: (error: Error) => void;
}

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

const DISABLED: RateLimits = {
  countCall: () => Promise.resolve(),
  uncountCall: () => Promise.resolve(),
  checkConnection: () => Promise.resolve(),
  close: () => undefined,
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
export function createRateLimits({ enabled, rates, namespace, redisUrl, onRedisError }: RateLimitOptions): RateLimits {
  if (!enabled) return DISABLED;
  const redis = redisUrl === undefined ? undefined : connect(redisUrl, onRedisError);
  const limiters = new Map<LimitClass, RateLimiterAbstract>();
  for (const [name, { points, seconds }] of Object.entries(rates) as [LimitClass, Rate][]) {
    const options = { points, duration: seconds, keyPrefix: `${namespace}:rate:${name}` };
    const inMemory = new RateLimiterMemory(options);
    limiters.set(
      name,
      redis
        ? new RateLimiterRedis({
            ...options,
            storeClient: redis,
            insuranceLimiter: inMemory,
            rejectIfRedisNotReady: true,
          })
        : inMemory,
    );
  }
  return {
    countCall: async (limit, client) => {
      try {
        await limiters.get(limit)?.consume(client);
      } catch (error) {
        throw error instanceof RateLimiterRes ? createTooManyError(error.msBeforeNext) : error;
      }
    },
    uncountCall: async (limit, client) => {
      await limiters.get(limit)?.reward(client);
    },
    checkConnection: async () => {
      // A write: a replica answers everything else.
      await redis?.set(`${namespace}:rate:check`, '1', 'EX', CHECK_SECONDS).catch((error: unknown) => {
        throw isReadOnly(error) ? createReadOnlyError(error) : error;
      });
    },
    close: () => redis?.disconnect(),
  };
}
