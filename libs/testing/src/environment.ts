/** What the run's global set-up found; the only reader of the environment in tests. */
export const testEnvironment = {
  get postgresUrl(): string {
    const url = process.env.TEST_POSTGRES_URL;
    if (!url) throw new Error('TEST_POSTGRES_URL is not set: run through the jest project "integration"');
    return url;
  },
  get rabbitmqUrl(): string | undefined {
    return process.env.TEST_RABBITMQ_URL;
  },
  get redisUrl(): string | undefined {
    return process.env.TEST_REDIS_URL;
  },
  /** How many runs the proof of the money makes, and with which seed; undefined: its usual ones. */
  get moneyRuns(): string | undefined {
    return process.env.MONEY_RUNS;
  },
  get moneySeed(): string | undefined {
    return process.env.MONEY_SEED;
  },
};
