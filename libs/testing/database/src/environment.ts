/** Settings that Jest's global set-up stores in the environment. Tests read the environment only here. */
export const testEnvironment = {
  get postgresUrl(): string {
    const url = process.env.TEST_POSTGRES_URL;
    if (!url) throw new Error('TEST_POSTGRES_URL is not set. Run the test in the Jest project "integration".');
    return url;
  },
  /** A PgBouncer in front of that PostgreSQL (`npm run prove:pgbouncer`). */
  get poolerUrl(): string | undefined {
    return process.env.TEST_POOLER_URL || undefined;
  },
  /** Name prefix of this run's template databases. */
  get templatePrefix(): string {
    const prefix = process.env.TEST_TEMPLATES;
    if (!prefix) throw new Error('TEST_TEMPLATES is not set. Run the test in the Jest project "integration".');
    return prefix;
  },
  get rabbitmqUrl(): string | undefined {
    return process.env.TEST_RABBITMQ_URL || undefined;
  },
  /** The virtual host of this run. */
  get rabbitmqVhost(): string | undefined {
    return process.env.TEST_RABBITMQ_VHOST;
  },
  get redisUrl(): string | undefined {
    return process.env.TEST_REDIS_URL || undefined;
  },
  /** Whether tests can start a Redis of their own. */
  get hasRedisServer(): boolean {
    return process.env.TEST_REDIS_SERVER === 'true';
  },
  /** Number of runs and seed of the property test of payments. Undefined: defaults. */
  get money(): Record<'runs' | 'seed', string | undefined> {
    const { MONEY_RUNS: runs, MONEY_SEED: seed } = process.env;
    return { runs, seed };
  },
};
