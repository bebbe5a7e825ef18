/** What the run's global set-up found; the only reader of the environment in tests. */
export const testEnvironment = {
  get postgresUrl(): string {
    const url = process.env.TEST_POSTGRES_URL;
    if (!url) throw new Error('TEST_POSTGRES_URL is not set: run through the jest project "integration"');
    return url;
  },
  /** How the names of the databases begin that others of this run are copied from. */
  get templatePrefix(): string {
    const prefix = process.env.TEST_TEMPLATES;
    if (!prefix) throw new Error('TEST_TEMPLATES is not set: run through the jest project "integration"');
    return prefix;
  },
  get rabbitmqUrl(): string | undefined {
    return process.env.TEST_RABBITMQ_URL || undefined;
  },
  /** The virtual host of this run on that RabbitMQ. */
  get rabbitmqVhost(): string | undefined {
    return process.env.TEST_RABBITMQ_VHOST;
  },
  get redisUrl(): string | undefined {
    return process.env.TEST_REDIS_URL || undefined;
  },
  /** Number of runs and seed of the money model; undefined: the defaults. */
  get money(): Record<'runs' | 'seed', string | undefined> {
    const { MONEY_RUNS: runs, MONEY_SEED: seed } = process.env;
    return { runs, seed };
  },
};
