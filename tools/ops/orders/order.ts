/** `npm run order -- PA-…`: prints what happened to an order, in time order, from the databases of all services. */
import pg from 'pg';
import { DATABASE_IS_MISSING, getDatabaseUrl, type RunSql } from '../shop/service-databases.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';
import { DATABASES_OF_ORDERS, type Entry, findOrder, formatEntries, formatOrder, listEntries } from './order-story.ts';

const USAGE =
  'npm run order -- PA-…    prints payments, ledger, events, print files, printing, holds, questions, problems, reprints, emails and jobs of an order';

async function withDatabase<Result>(name: string, work: (query: RunSql) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: getDatabaseUrl(name), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return await work(async <Row>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows as Row[]);
  } finally {
    await client.end();
  }
}

async function run([orderNumber, ...more]: string[]): Promise<void> {
  if (!orderNumber || more.length > 0) throw new StartError(USAGE);
  const order = await withDatabase('orders', (query) => findOrder(query, orderNumber));
  if (!order) throw new StartError(`There is no order ${orderNumber}.`);
  const entries: Entry[] = [];
  const failures: string[] = [];
  for (const name of DATABASES_OF_ORDERS) {
    try {
      entries.push(...(await withDatabase(name, (query) => listEntries(name, query, order.id))));
    } catch (error) {
      // Only a development shop has a sandbox.
      if (name === 'sandbox' && (error as { code?: string }).code === DATABASE_IS_MISSING) continue;
      failures.push(`The database ${name} could not be read: ${getErrorMessage(error)}`);
    }
  }
  console.log(formatOrder(order));
  for (const line of [...formatEntries(entries), ...failures]) console.log(line);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
