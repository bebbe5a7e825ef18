import pg from 'pg';
import { openTestVhost, canConnect } from './src/rabbitmq-vhost.ts';

export default async function tearDown() {
  await deleteVhost();
  if (globalThis.__SHOP_TEST_POSTGRES__) await globalThis.__SHOP_TEST_POSTGRES__.stop();
  else await dropTemplates();
}

async function deleteVhost() {
  const { TEST_RABBITMQ_URL: url, TEST_RABBITMQ_VHOST: vhost } = process.env;
  if (!url || !vhost) return;
  const wasCreated = await canConnect(Object.assign(new URL(url), { pathname: `/${vhost}` }).href);
  if (wasCreated) await (await openTestVhost(vhost, url))?.close();
}

/** Drops the run's template databases on a PostgreSQL server that outlives the run. */
async function dropTemplates() {
  const server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await server.connect();
  try {
    const { rows } = await server.query(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname',
      [process.env.TEST_TEMPLATES],
    );
    for (const { datname } of rows) await server.query(`DROP DATABASE ${datname}`);
  } finally {
    await server.end();
  }
}
