/** `npm run jobs -- dead list | dead replay [ID …]`: lists background jobs that failed permanently, in all services, or starts them again. */
import { listDeadJobs, replayDeadJobs, type DeadJob, type RunSql } from '@shop/jobs/worker';
import { DATABASE_BY_SERVICE, forEachService, SERVICES_WITH_DATABASES } from '../shop/service-databases.ts';
import { getErrorMessage, StartError } from '../shop/start-error.ts';

const USAGE = `npm run jobs -- dead list             lists jobs that failed permanently in the last 90 days and why
npm run jobs -- dead replay [ID …]    starts them again: those with the given ids (support/12), or all`;

const DATABASES: readonly string[] = Object.values(DATABASE_BY_SERVICE);
const LIST_LIMIT = 1_000;

/** Calls `work` for each service's database that exists and has jobs. */
const forEachDatabase = (work: (name: string, query: RunSql) => Promise<void>): Promise<void> =>
  forEachService(SERVICES_WITH_DATABASES, 'graphile_worker.jobs', (service, query) =>
    work(DATABASE_BY_SERVICE[service], query),
  );

const toLine = (service: string, { diedAt, id, kind, key, reason }: DeadJob): string =>
  `${diedAt.toISOString()}  ${service}/${id}  ${kind}  ${key} ${reason}`;

async function printDeadJobs(): Promise<void> {
  const lines: string[] = [];
  await forEachDatabase(async (service, query) => {
    lines.push(...(await listDeadJobs(query, LIST_LIMIT)).map((job) => toLine(service, job)));
  });
  for (const line of lines) console.log(line);
  console.log(lines.length === 0 ? 'No dead jobs.' : `${lines.length} dead ${lines.length === 1 ? 'job' : 'jobs'}.`);
}

async function replay(ids: string[]): Promise<void> {
  const wrong = ids.filter((id) => !/^[a-z]+\/\d+$/.test(id) || !DATABASES.includes(id.split('/')[0] ?? ''));
  if (wrong.length > 0) throw new StartError(`Not a job id: ${wrong.join(', ')}`);
  let count = 0;
  await forEachDatabase(async (service, query) => {
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
