/**
 * `npm run bench:scale`: fills temporary databases with 10,000 and with 1,000,000 orders (`SCALE_ORDERS` chooses another second number), runs every call and
 * every schedule of the built services on both, and prints their times, the ratio, and each read of a whole table or index above 10,000 rows. Exits
 * with 1 for such a read and for a call that fails. Aim: no ratio above 2, apart from times below 5 ms.
 */
import 'reflect-metadata';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { IDENTITY_HEADER, IDENTITY_ISSUER, type IdentityClaims } from '@shop/contracts/common';
import { SERVICE_NAMES, type ServiceName } from '@shop/contracts/routes';
import { JobRunner, type Schedule } from '@shop/jobs';
import { startService } from '@shop/service-kit';
import { SignJWT } from 'jose';
import pg from 'pg';
import { openDatabases, type DatabaseName } from '../shop/databases.ts';
import { PROJECT_ROOT } from '../shop/settings.ts';
import { startPostgres } from '../stack/postgres.ts';
import { DATABASE_BY_SERVICE } from '../shop/service-databases.ts';
import { findServiceOf, measuredCalls, type MeasuredCall } from './scale-calls.ts';
import { fillDatabase } from './scale-data.ts';
import { findFullReads, PlanRecorder } from './scale-plans.ts';
import type { SentCall } from './scale-samples.ts';

/** A first shop, whose times are not used: the process compiles its code. */
const WARM_UP = 3_000;
const SMALL = 10_000;
const LARGE = Number(process.env.SCALE_ORDERS ?? 1_000_000);
/** The first runs fill caches, and catch up with what the filled tables left to do. */
const WARM_UP_RUNS = 2;
const MEASURED_RUNS = 5;
const NOISE_MS = 5;
const AIM_RATIO = 2;
const POSTGRES_SETTINGS = 'shared_buffers=1GB maintenance_work_mem=256MB max_wal_size=8GB';
const STATEMENT_LENGTH = 400;
const SCHEDULE_TIMEOUT_MS = 30 * 60_000;

/** Nightly schedules that look at every row on purpose. */
const GROWING_SCHEDULES: Readonly<Record<string, string>> = {
  'art.all-unused-uploads': 'looks at every photo',
  'money.check-everything': 'looks at every order',
};

type DynamicModule = Parameters<typeof startService>[0];
type NestFastifyApplication = Awaited<ReturnType<typeof startService>>;

interface Measurement {
  /** The fastest run. */
  ms: number;
  /** What was read as a whole, by which statement. */
  reads: Map<string, string>;
  error?: string;
  grows?: string;
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signToken = (claims: IdentityClaims): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(IDENTITY_ISSUER)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(keys.privateKey);

const fastest = (values: number[]): number => (values.length === 0 ? 0 : Math.min(...values));
const log = (message: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${message}`);

/** The built services in this process, each with its own database. */
class ScaleShop {
  private readonly orders: number;
  private readonly plans: PlanRecorder;
  private readonly apps: Record<ServiceName, NestFastifyApplication>;

  private constructor(orders: number, plans: PlanRecorder, apps: Record<ServiceName, NestFastifyApplication>) {
    this.orders = orders;
    this.plans = plans;
    this.apps = apps;
  }

  static async start(
    orders: number,
    databases: Record<DatabaseName, string>,
    plans: PlanRecorder,
    dataDir: string,
  ): Promise<ScaleShop> {
    const apps: Partial<Record<ServiceName, NestFastifyApplication>> = {};
    for (const name of SERVICE_NAMES) {
      const load = (file: string): Promise<unknown> =>
        import(pathToFileURL(join(PROJECT_ROOT, `apps/${name}-svc/dist/${file}.js`)).href);
      const { AppModule } = (await load('app.module')) as { AppModule: { with: (config: unknown) => DynamicModule } };
      const { readConfig } = (await load('config')) as { readConfig: (env: NodeJS.ProcessEnv) => unknown };
      const config = readConfig({
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: '0',
        DATABASE_URL: databases[DATABASE_BY_SERVICE[`${name}-svc`]],
        EVENTS_DATABASE_URL: databases.events,
        DATA_DIR: dataDir,
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        SCHEDULES_ENABLED: 'false',
        RATE_LIMIT_ENABLED: 'false',
        SEED: 'none',
        EMAIL_SECRET: randomUUID(),
        CHANGE_WINDOW_MINUTES: '60',
        IDENTITY_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        ...(name === 'identity'
          ? { IDENTITY_PRIVATE_KEY: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
          : {}),
      });
      apps[name] = await startService(AppModule.with(config));
    }
    return new ScaleShop(orders, plans, apps as Record<ServiceName, NestFastifyApplication>);
  }

  async stop(): Promise<void> {
    for (const app of Object.values(this.apps)) await app.close();
  }

  async measureCall(call: MeasuredCall): Promise<Measurement> {
    return this.measure(call.grows, async (run) => {
      const built = await call.build({
        orders: this.orders,
        run,
        send: async (route, sent) => {
          const method = route.split(' ')[0] ?? 'GET';
          const request = await this.prepare({ ...sent, method, service: sent.service ?? findServiceOf(route) });
          const response = await request();
          if (response.status >= 400) throw new Error(`${route} before it: ${response.status} ${response.text}`);
          return JSON.parse(response.text || '{}') as Record<string, unknown>;
        },
      });
      const request = await this.prepare({ service: call.service, ...built, method: call.method });
      return async () => {
        const { status, text } = await request();
        const isExpected = call.status ? status === call.status : status < 400;
        if (!isExpected) throw new Error(`${status} ${text.slice(0, 120)}`);
      };
    });
  }

  /** The schedules of all services. */
  listSchedules(): Schedule[] {
    return Object.entries(this.apps).flatMap(([service, app]) =>
      app
        .get(JobRunner, { strict: false })
        .listSchedules()
        .map((schedule) => ({ ...schedule, name: `${schedule.name} (${service}-svc)` })),
    );
  }

  measureSchedule({ name, run }: Schedule): Promise<Measurement> {
    return this.measure(GROWING_SCHEDULES[name.split(' ')[0] ?? ''], () =>
      Promise.resolve(() => run(AbortSignal.timeout(SCHEDULE_TIMEOUT_MS))),
    );
  }

  /** `prepare` is not measured; what it returns is. */
  private async measure(
    grows: string | undefined,
    prepare: (run: number) => Promise<() => Promise<unknown>>,
  ): Promise<Measurement> {
    const times: number[] = [];
    const reads = new Map<string, string>();
    try {
      const [warmUpRuns, measuredRuns] = grows ? [0, 1] : [WARM_UP_RUNS, MEASURED_RUNS];
      for (let run = 0; run < warmUpRuns + measuredRuns; run += 1) {
        const action = await prepare(run);
        this.plans.takeRecorded();
        const startedAt = performance.now();
        await action();
        if (run < warmUpRuns) continue;
        times.push(performance.now() - startedAt);
        for (const { database, statement, plan } of this.plans.takeRecorded())
          for (const read of findFullReads(plan, database)) reads.set(read, statement);
      }
    } catch (error) {
      return { ms: fastest(times), reads, grows, error: error instanceof Error ? error.message : String(error) };
    }
    return { ms: fastest(times), reads, grows };
  }

  private async prepare({
    service,
    method,
    path,
    as,
    body,
    headers,
  }: SentCall & { service: ServiceName }): Promise<() => Promise<{ status: number; text: string }>> {
    const url = new URL(path, (await this.apps[service].getUrl()).replace('[::1]', '127.0.0.1'));
    const identity = as ? { [IDENTITY_HEADER]: await signToken(as) } : {};
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...json, ...identity, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return async () => {
      const response = await fetch(url, init);
      return { status: response.status, text: await response.text() };
    };
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Measures all calls and schedules on a shop of this size. */
async function measureShop(orders: number, plans: PlanRecorder): Promise<Map<string, Measurement>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-scale-'));
  const postgres = await startPostgres({
    folder: join(dataDir, 'postgres'),
    logFolder: dataDir,
    fast: true,
    settings: POSTGRES_SETTINGS,
  });
  try {
    const databases = await openDatabases(postgres.url);
    // The services migrate their databases when they start.
    await (await ScaleShop.start(orders, databases, plans, dataDir)).stop();
    for (const database of Object.values(DATABASE_BY_SERVICE)) {
      const startedAt = performance.now();
      await runSql(databases[database], fillDatabase(database, orders));
      log(`${database}: filled for ${orders} orders in ${Math.round((performance.now() - startedAt) / 1000)} s`);
      await plans.recordDatabase(databases[database], database);
    }
    const shop = await ScaleShop.start(orders, databases, plans, dataDir);
    try {
      const results = new Map<string, Measurement>();
      for (const call of measuredCalls) results.set(call.name, await shop.measureCall(call));
      for (const schedule of shop.listSchedules()) results.set(schedule.name, await shop.measureSchedule(schedule));
      return results;
    } finally {
      await shop.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const formatMs = (ms: number): string => ms.toFixed(1).padStart(9);

/** Prints the statements that read a whole table, each with the calls that ran it. */
function reportStatements(results: Map<string, Measurement>): void {
  const found = new Map<string, { read: string; names: string[] }>();
  for (const [name, { reads, grows }] of results)
    for (const [read, statement] of grows ? [] : reads) {
      const entry = found.get(statement) ?? { read, names: [] };
      found.set(statement, { read, names: [...new Set([...entry.names, name])] });
    }
  for (const [statement, { read, names }] of found)
    console.log(`\n${read}: ${names.join(', ')}\n  ${statement.slice(0, STATEMENT_LENGTH)}`);
}

/** Prints a row for each call and returns how many missed the aim. */
function report(small: Map<string, Measurement>, large: Map<string, Measurement>): { failures: number; slow: number } {
  let failures = 0;
  let slow = 0;
  console.log(`\n${'call or schedule'.padEnd(70)} ${String(SMALL).padStart(9)} ${String(LARGE).padStart(9)}   ratio`);
  for (const [name, after] of large) {
    const before = small.get(name) ?? { ms: 0, reads: new Map<string, string>() };
    const ratio = after.ms / Math.max(before.ms, 0.1);
    const isSlow = ratio > AIM_RATIO && after.ms > NOISE_MS && !after.grows;
    const error = after.error ?? before.error;
    const reads = after.grows ? [] : [...after.reads.keys()];
    if (isSlow) slow += 1;
    if (error || reads.length > 0) failures += 1;
    const notes = [
      ...(isSlow ? [`slower than ${AIM_RATIO}×`] : []),
      ...(after.grows ? [after.grows] : []),
      ...(error ? [`failed: ${error}`] : []),
      ...reads,
    ];
    console.log(
      `${name.padEnd(70)} ${formatMs(before.ms)} ${formatMs(after.ms)} ${`${ratio.toFixed(1)}×`.padStart(7)}  ${notes.join('; ')}`,
    );
  }
  return { failures, slow };
}

const plans = new PlanRecorder();
await measureShop(WARM_UP, plans);
const small = await measureShop(SMALL, plans);
const large = await measureShop(LARGE, plans);
const { failures, slow } = report(small, large);
reportStatements(large);
console.log(`\n${failures} read a whole table or failed; ${slow} of ${large.size} took more than twice as long.`);
process.exitCode = failures === 0 ? 0 : 1;
