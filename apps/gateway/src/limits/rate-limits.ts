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
  /** Rejects while a configured Redis does not answer. */
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
  });
  redis.on('error', onError);
  return redis;
}

/** Counts calls per limit class and client: in Redis for all gateways together, or in memory. */
export function createRateLimits({
  enabled,
  rates,
  namespace,
  redisUrl,
  onRedisError: onRedisTrouble,
}: RateLimitOptions): RateLimits {
  if (!enabled) return DISABLED;
  const redis = redisUrl === undefined ? undefined : connect(redisUrl, onRedisTrouble);
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
      await redis?.ping();
    },
    close: () => redis?.disconnect(),
  };
}
