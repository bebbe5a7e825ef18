import { connect } from 'amqplib';
import { Redis } from 'ioredis';

/** Connect to a server and disconnect. They throw if the server can't be used. */
export type Probes = Record<'RabbitMQ' | 'Redis', (url: string) => Promise<void>>;

const TIMEOUT_MS = 3000;

export const probes: Probes = {
  RabbitMQ: async (urls) => {
    const nodes = urls.split(',').map((url) => tryRabbitMq(url.trim()));
    await Promise.any(nodes).catch((error: AggregateError) => {
      throw error.errors[0] as Error;
    });
  },
  Redis: async (url) => {
    const redis = new Redis(url, { connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS, retryStrategy: () => null });
    let cause: Error | undefined;
    redis.on('error', (error: Error) => (cause = error)); // ping says only "Connection is closed."
    const answer = await redis.ping().catch((error: Error) => cause ?? error);
    redis.disconnect();
    if (answer instanceof Error) throw answer;
  },
};

async function tryRabbitMq(url: string): Promise<void> {
  const connection = await connect(url, { timeout: TIMEOUT_MS });
  connection.on('error', () => undefined);
  await connection.createChannel(); // fails on a broker without free files
  await connection.close();
}
