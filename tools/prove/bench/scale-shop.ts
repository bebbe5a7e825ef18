/** The built services in this process, each with its own database, and the time that a call or a schedule takes. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { IDENTITY_HEADER, IDENTITY_ISSUER, IDENTITY_TOKEN_AUD, type IdentityClaims } from '@shop/contracts-common';
import { SESSION_HEADER } from '@shop/contracts-identity';
import { SERVICE_NAMES, type ServiceName } from '@shop/contracts-common/routes';
import { JobRunner, type Schedule } from '@shop/jobs';
import { startService } from '@shop/service-kit';
import { SignJWT } from 'jose';
import type { DatabaseName } from '../../ops/shop/databases.ts';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import { DATABASE_BY_SERVICE } from '../../ops/shop/service-databases.ts';
import { measuredCalls, toRequest } from './scale-calls.ts';
import { findFullReads, type PlanRecorder } from './scale-plans.ts';
import type { Build, SentCall } from './scale-samples.ts';

/** Runs without a measurement fill caches, and catch up with what the filled tables left to do. */
const WARM_UP_RUNS = 2;
const MEASURED_RUNS = 5;
const SCHEDULE_TIMEOUT_MS = 30 * 60_000;

/** Runs once before the others: what it does first is left from filling the tables. */
const CATCHES_UP = 'money.check-changes (order-svc)';

/** Read every row on purpose. They run once, and what they read is not recorded. */
export const GROWING: ReadonlyMap<string, string> = new Map([
  ['GET /api/admin/orders.csv', 'the file has every order'],
  ['GET /api/admin/orders.xlsx', 'the file has every order'],
  ['money.check-everything (order-svc)', 'looks at every order'],
  ['sales.check-everything (order-svc)', 'looks at every order'],
  ['GET /api/admin/figures of a year', 'reads the sales of every product and day'],
  ...['catalog', 'identity', 'order', 'support'].map(
    (service) => [`audit.check (${service}-svc)`, 'looks at every entry'] as const,
  ),
]);

type DynamicModule = Parameters<typeof startService>[0];
type NestFastifyApplication = Awaited<ReturnType<typeof startService>>;
type Run = () => Promise<unknown>;

interface Action {
  name: string;
  /** Each run of a call has rows of its own. */
  prepare: (run: number) => Promise<Run>;
}

export interface Measurement {
  /** The fastest run. */
  ms: number;
  /** What was read as a whole, by which statement. */
  reads: Map<string, string>;
  error?: string;
}

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signToken = (claims: IdentityClaims): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(IDENTITY_ISSUER)
    .setAudience(IDENTITY_TOKEN_AUD)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(keys.privateKey);

type ReadConfig = (env: NodeJS.ProcessEnv) => unknown;

const load = (app: string, file: string): Promise<unknown> =>
  import(pathToFileURL(join(PROJECT_ROOT, `apps/${app}/dist/${file}.js`)).href);

/** It is Stripe for order-svc. */
async function startBuiltSandbox(databaseUrl: string): Promise<NestFastifyApplication> {
  const { startSandboxApp } = (await load('sandbox', 'sandbox-app')) as {
    startSandboxApp: (config: unknown) => Promise<NestFastifyApplication>;
  };
  const { readConfig } = (await load('sandbox', 'config')) as { readConfig: ReadConfig };
  return startSandboxApp(readConfig({ NODE_ENV: 'test', PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }));
}

async function startBuiltService(
  name: ServiceName,
  databases: Record<DatabaseName, string>,
  { dataDir, stripeUrl }: { dataDir: string; stripeUrl: string },
): Promise<NestFastifyApplication> {
  const app = `${name}-svc`;
  const { AppModule } = (await load(app, 'app.module')) as { AppModule: { with: (config: unknown) => DynamicModule } };
  const { readConfig } = (await load(app, 'config')) as { readConfig: ReadConfig };
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
    SECOND_FACTOR_SECRET: randomUUID(),
    CHANGE_WINDOW_MINUTES: '60',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    STRIPE_API_HOST: stripeUrl,
    IDENTITY_PUBLIC_KEY: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ...(name === 'identity'
      ? { IDENTITY_PRIVATE_KEY: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
      : {}),
  });
  return startService(AppModule.with(config));
}

const getLocalUrl = async (app: NestFastifyApplication): Promise<string> =>
  (await app.getUrl()).replace('[::1]', '127.0.0.1');

export class ScaleShop {
  private readonly orders: number;
  private readonly plans: PlanRecorder;
  private readonly apps: Record<ServiceName, NestFastifyApplication>;
  private readonly sandbox: NestFastifyApplication;

  private constructor(
    orders: number,
    plans: PlanRecorder,
    apps: Record<ServiceName, NestFastifyApplication>,
    sandbox: NestFastifyApplication,
  ) {
    this.orders = orders;
    this.plans = plans;
    this.apps = apps;
    this.sandbox = sandbox;
  }

  static async start(
    orders: number,
    databases: Record<DatabaseName, string>,
    plans: PlanRecorder,
    dataDir: string,
  ): Promise<ScaleShop> {
    const apps: Partial<Record<ServiceName, NestFastifyApplication>> = {};
    const sandbox = await startBuiltSandbox(databases.sandbox);
    const stripeUrl = await getLocalUrl(sandbox);
    for (const name of SERVICE_NAMES) apps[name] = await startBuiltService(name, databases, { dataDir, stripeUrl });
    return new ScaleShop(orders, plans, apps as Record<ServiceName, NestFastifyApplication>, sandbox);
  }

  async stop(): Promise<void> {
    for (const app of [...Object.values(this.apps), this.sandbox]) await app.close();
  }

  /** Finds what each call and schedule reads as a whole. */
  async recordReads(measurements: Map<string, Measurement>): Promise<void> {
    const actions = this.listActions();
    await (
      await actions.find(({ name }) => name === CATCHES_UP)?.prepare(0)
    )?.();
    for (const { name, prepare } of actions) {
      const measurement: Measurement = { ms: Infinity, reads: new Map() };
      measurements.set(name, measurement);
      if (GROWING.has(name)) continue;
      for (let run = 0; run < WARM_UP_RUNS; run += 1) {
        await this.measure(measurement, () => prepare(run));
        if (run === 0) measurement.reads.clear();
      }
    }
  }

  /** Measures the fastest run of each. */
  async measureTimes(measurements: Map<string, Measurement>): Promise<void> {
    for (const { name, prepare } of this.listActions()) {
      const measurement = measurements.get(name);
      const runs = GROWING.has(name) ? 1 : MEASURED_RUNS;
      for (let run = WARM_UP_RUNS; measurement && run < WARM_UP_RUNS + runs; run += 1)
        await this.measure(measurement, () => prepare(run));
    }
  }

  /** `prepare` is not measured; what it returns is. */
  private async measure(measurement: Measurement, prepare: () => Promise<Run>): Promise<void> {
    try {
      const action = await prepare();
      this.plans.takeRecorded();
      const startedAt = performance.now();
      await action();
      measurement.ms = Math.min(measurement.ms, performance.now() - startedAt);
      for (const { database, statement, plan } of this.plans.takeRecorded())
        for (const read of findFullReads(plan, database)) measurement.reads.set(read, statement);
    } catch (error) {
      measurement.error = error instanceof Error ? error.message : String(error);
    }
  }

  /** The calls, then the schedules. */
  private listActions(): Action[] {
    const calls = measuredCalls.map(([name, build]) => ({
      name,
      prepare: (run: number) => this.prepareCall(name, build, run),
    }));
    const schedules = this.listSchedules().map(({ name, run }) => ({
      name,
      prepare: () => Promise.resolve(() => run(AbortSignal.timeout(SCHEDULE_TIMEOUT_MS))),
    }));
    return [...calls, ...schedules];
  }

  private listSchedules(): Schedule[] {
    return Object.entries(this.apps).flatMap(([service, app]) =>
      app
        .get(JobRunner, { strict: false })
        .listSchedules()
        .map((schedule) => ({ ...schedule, name: `${schedule.name} (${service}-svc)` })),
    );
  }

  private async prepareCall(name: string, build: Build, run: number): Promise<Run> {
    const built = await build({
      orders: this.orders,
      run,
      send: async (route, call) => {
        const request = await this.prepareRequest(toRequest(route, call));
        const { text, sid } = await request();
        return { ...(JSON.parse(text || '{}') as Record<string, unknown>), sid };
      },
    });
    return this.prepareRequest(toRequest(name, built));
  }

  /** Returns the request, which returns the response's text with the session it starts, and throws for an unexpected status. */
  private async prepareRequest({ service, method, path, as, body, headers, status }: SentCall) {
    const url = new URL(path, await getLocalUrl(this.apps[service]));
    const identity = as ? { [IDENTITY_HEADER]: await signToken(as) } : {};
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...json, ...identity, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    return async (): Promise<{ text: string; sid: string | null }> => {
      const response = await fetch(url, init);
      const text = await response.text();
      const isExpected = status ? response.status === status : response.status < 400;
      if (!isExpected) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 120)}`);
      return { text, sid: response.headers.get(SESSION_HEADER) };
    };
  }
}
