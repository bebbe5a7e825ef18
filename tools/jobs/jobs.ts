/** `npm run jobs -- dead list | dead replay [ID …]`: lists background jobs that failed permanently, in all services, or starts them again. */
import { listDeadJobs, replayDeadJobs, type DeadJob, type RunSql } from '@shop/jobs/worker';
import pg from 'pg';
import { withDatabase } from '../shop/addresses.ts';
import { readSettings } from '../shop/settings.ts';
import { findRunningShop } from '../shop/shop-record.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';

const USAGE = `npm run jobs -- dead list             lists jobs that failed permanently and why
npm run jobs -- dead replay [ID …]    starts them again: those with the given ids (support/12), or all`;

const SERVICES = ['identity', 'catalog', 'art', 'orders', 'support'];
const LIST_LIMIT = 1_000;
const DATABASE_IS_MISSING = '3D000';

/** The databases on the server of DATABASE_URL if it is set, else of the shop that runs on the data folder. */
function getDatabaseUrl(service: string): string {
  if (process.env.DATABASE_URL) return withDatabase(process.env.DATABASE_URL, service);
  const { dataDir } = readSettings();
  const url = findRunningShop(dataDir)?.databases?.[service];
  if (!url) throw new StartError(`No shop runs on ${dataDir}. Start it first (npm start), or set DATABASE_URL.`);
  return url;
}

/** Calls `work` for each service's database that exists and has jobs. */
async function forEachService(work: (service: string, query: RunSql) => Promise<void>): Promise<void> {
  for (const service of SERVICES) {
    const client = new pg.Client({ connectionString: getDatabaseUrl(service) });
    try {
      await client.connect();
      const query: RunSql = async <Row>(sql: string, values: unknown[]) =>
        (await client.query(sql, values)).rows as Row[];
      const [table] = await query<{ isThere: boolean }>(
        `SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS "isThere"`,
        [],
      );
      if (table?.isThere) await work(service, query);
    } catch (error) {
      if ((error as { code?: string }).code !== DATABASE_IS_MISSING) throw error;
    } finally {
      await client.end();
    }
  }
}

const toLine = (service: string, { diedAt, id, kind, key, reason }: DeadJob): string =>
  `${diedAt.toISOString()}  ${service}/${id}  ${kind}  ${key} ${reason}`;

async function printDeadJobs(): Promise<void> {
  const lines: string[] = [];
  await forEachService(async (service, query) => {
    lines.push(...(await listDeadJobs(query, LIST_LIMIT)).map((job) => toLine(service, job)));
  });
  for (const line of lines) console.log(line);
  console.log(lines.length === 0 ? 'No dead jobs.' : `${lines.length} dead ${lines.length === 1 ? 'job' : 'jobs'}.`);
}

async function replay(ids: string[]): Promise<void> {
  const wrong = ids.filter((id) => !/^[a-z]+\/\d+$/.test(id) || !SERVICES.includes(id.split('/')[0] ?? ''));
  if (wrong.length > 0) throw new StartError(`Not a job id: ${wrong.join(', ')}`);
  let count = 0;
  await forEachService(async (service, query) => {
    const own = ids.filter((id) => id.startsWith(`${service}/`)).map((id) => id.slice(service.length + 1));
    if (ids.length === 0 || own.length > 0)
      count += (await replayDeadJobs(query, ids.length === 0 ? undefined : own)).length;
  });
  console.log(count === 1 ? '1 job starts again.' : `${count} jobs start again.`);
}

async function run([noun, verb, ...ids]: string[]): Promise<void> {
  const isList = verb === 'list' && ids.length === 0;
  if (noun !== 'dead' || (!isList && verb !== 'replay')) throw new StartError(USAGE);
  if (isList) await printDeadJobs();
  else await replay(ids);
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : `That did not work: ${getErrorMessage(error)}`);
  process.exitCode = 1;
});
