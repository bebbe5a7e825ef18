import pg from 'pg';

export default async function tearDown() {
  if (globalThis.__SHOP_TEST_POSTGRES__) await globalThis.__SHOP_TEST_POSTGRES__.stop();
  else await dropTemplates();
}

/** A server that outlives the run keeps nothing of it. */
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
