import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { startEntry } from '@shop/tracing';
import pg from 'pg';
import { Cron, JOB_HANDLER, type JobDefinition, type HandlerMetadata, type JobContext } from './define-job.js';
import { toJobOutcome, type JobOutcome, type StoredJob } from './job-outcome.js';
import { retryWithBackoff } from './retry.js';
import {
  deleteOldDeadJobs,
  failPermanently,
  isPredecessorRunning,
  JOB_CONNECTIONS,
  JobWorkers,
  runAgain,
  type JobLog,
  type JobRun,
  type JobTask,
} from './worker/index.js';

export const JOBS_OPTIONS = Symbol('JOBS_OPTIONS');

export type JobOverrides = Partial<Pick<JobDefinition<unknown>, 'concurrency' | 'retryDelaysMs'>>;

export interface JobsOptions {
  /** The service's own database, without a pooler that shares sessions. */
  url: string;
  takeoverAfterMs?: number;
  /** Whether this process runs jobs and schedules. Default true. */
  isWorker?: boolean;
  /** The kinds that it takes. Default: all. */
  kinds?: readonly string[];
  /** Whether this process runs the methods with @Cron. Default true. */
  hasSchedules?: boolean;
  /** Running jobs have this long to end by themselves at shutdown. Default 2 s. */
  shutdownGraceMs?: number;
  /** Name of a kind → what the service's configuration decides. */
  overrides?: Readonly<Record<string, JobOverrides>>;
}

export interface Schedule {
  name: string;
  run: (signal: AbortSignal) => Promise<unknown>;
}

type Handler = HandlerMetadata & { call: (data: unknown, job: JobContext) => Promise<unknown> };

type Job = Omit<StoredJob, 'hasKey'>;

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 60_000;
/** A job waits this long for the end of an older one with its key. */
const PREDECESSOR_PAUSE_MS = 1_000;
const SHUTDOWN_GRACE_MS = 2_000;
/** Interrupted jobs have this long to end. */
const INTERRUPTED_GRACE_MS = 2_000;
const CRASHED = 'the process ended before the job did';

/** Its stack is only its message, so that an uncaught error stays readable. */
class UnknownJobKindError extends Error {
  override readonly name = 'UnknownJobKindError';
  constructor(unknown: readonly string[], known: readonly string[]) {
    super(`JOB_KINDS names ${unknown.join(', ')}, but this service has only the kinds ${known.join(', ')}.`);
    this.stack = this.message;
  }
}

/** Runs the methods with @HandleJob and @Cron of this process. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly log: JobLog = {
    info: (fields, message) => this.logger.log(fields, message),
    warn: (fields, message) => this.logger.warn(fields, message),
    error: (fields, message) => this.logger.error(fields, message),
  };
  /** Kind → how many runs of this process have ended. */
  readonly runs = new Map<string, number>();
  private readonly pool: pg.Pool;
  private readonly workers: JobWorkers;

  constructor(
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
    @Inject(Reflector) private readonly reflector: Reflector,
  ) {
    const { url, takeoverAfterMs } = options;
    this.pool = new pg.Pool({
      connectionString: url,
      max: JOB_CONNECTIONS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      application_name: 'jobs',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    this.pool.on('error', (error) => this.log.warn({ err: error }, 'A connection to the jobs database was lost'));
    // If a connection in use is lost, its query rejects and the caller handles that.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.workers = new JobWorkers({ url, pool: this.pool, log: this.log, takeoverAfterMs });
  }

  onApplicationBootstrap(): void {
    const { isWorker = true, hasSchedules = true } = this.options;
    const handlers = this.listChosenHandlers().filter(({ cron }) => hasSchedules || cron === undefined);
    if (!isWorker || handlers.length === 0) return;
    const concurrency = handlers.reduce((sum, { definition }) => sum + definition.concurrency, 0);
    const cron = handlers.flatMap(({ definition, cron: pattern }) =>
      pattern === undefined ? [] : [{ task: definition.name, pattern }],
    );
    this.workers.start(
      handlers.map((handler) => this.toTask(handler)),
      concurrency,
      cron,
    );
  }

  /** Before the database connection closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.workers.close(this.options.shutdownGraceMs ?? SHUTDOWN_GRACE_MS, INTERRUPTED_GRACE_MS);
    await this.pool.end();
  }

  @Cron('47 3 * * *', { name: 'jobs.delete-dead' })
  async deleteOldDeadJobs(): Promise<void> {
    await deleteOldDeadJobs(
      async <Row>(sql: string, values: unknown[]) => (await this.pool.query(sql, values)).rows as Row[],
    );
  }

  /** The methods with @Cron, for a benchmark that runs them itself. */
  listSchedules(): Schedule[] {
    return this.listHandlers().flatMap(({ cron, definition, call }) =>
      cron === undefined
        ? []
        : [{ name: definition.name, run: (signal) => call(undefined, { signal, attempt: 1, isLastAttempt: true }) }],
    );
  }

  /** @throws UnknownJobKindError */
  private listChosenHandlers(): Handler[] {
    const handlers = this.listHandlers();
    const { kinds } = this.options;
    if (kinds === undefined) return handlers;
    const known = handlers.map(({ definition }) => definition.name);
    const unknown = kinds.filter((kind) => !known.includes(kind));
    if (unknown.length > 0) throw new UnknownJobKindError(unknown, known.sort());
    return handlers.filter(({ definition }) => kinds.includes(definition.name));
  }

  private listHandlers(): Handler[] {
    const handlers = [...this.discovery.getProviders(), ...this.discovery.getControllers()].flatMap(({ instance }) => {
      if (typeof instance !== 'object' || instance === null) return [];
      const methods = instance as Record<string, Handler['call']>;
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name): Handler[] => {
        const method = methods[name];
        const metadata = method && this.reflector.get<HandlerMetadata | undefined>(JOB_HANDLER, method);
        if (!metadata) return [];
        const { definition } = metadata;
        const overrides = this.options.overrides?.[definition.name];
        return [{ ...metadata, definition: { ...definition, ...overrides }, call: method.bind(instance) }];
      });
    });
    const names = handlers.map(({ definition }) => definition.name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice) throw new Error(`Two methods handle the job ${twice}`);
    return handlers;
  }

  private toTask(handler: Handler): JobTask {
    const { name, concurrency, timeoutMs } = handler.definition;
    return { name, concurrency, timeoutMs, run: (run) => this.run(handler, run) };
  }

  private async run(handler: Handler, run: JobRun): Promise<void> {
    const stored = handler.cron === undefined ? (run.payload as StoredJob) : undefined;
    const job = { data: stored?.data, attempt: (stored?.attempt ?? 1) + run.starts - 1, outages: stored?.outages ?? 0 };
    if ((stored?.hasKey ?? true) && (await isPredecessorRunning(this.pool, run))) {
      const again = { payload: stored ?? {}, delayMs: PREDECESSOR_PAUSE_MS };
      if (!(await runAgain(this.pool, run, again))) throw new Error('The job was taken over');
      this.workers.wake(1, again.delayMs);
      return;
    }
    const { outcome, traceparent: failedTraceparent } = await this.runInTrace(handler, run, { ...stored, ...job });
    this.runs.set(run.task, (this.runs.get(run.task) ?? 0) + 1);
    if (outcome.kind === 'done') return;
    const failed = { ...stored, ...job, hasKey: stored?.hasKey ?? false, failedTraceparent };
    const isStored = await retryWithBackoff(
      () => this.storeFailure(handler, run, failed, outcome),
      this.workers.stopped,
      (error, failures) =>
        this.log.warn({ err: error, job: run.task, failures }, 'A job’s outcome could not be stored'),
    );
    // graphile-worker deletes the job unless this rejects.
    if (!isStored) throw new Error('The job was taken over, or the outcome was not stored');
  }

  /** Each run is a span of the trace in which the job was enqueued. A further one is linked to the last one. */
  private async runInTrace(
    handler: Handler,
    run: JobRun,
    job: Job,
  ): Promise<{ outcome: JobOutcome; traceparent: string }> {
    const entry = startEntry(`run ${run.task}`, {
      kind: 'consumer',
      parent: job.traceparent,
      links: [job.failedTraceparent],
      attributes: { 'shop.job.kind': run.task, 'shop.job.id': run.id, 'shop.attempt': job.attempt },
    });
    const { outcome, failure } = await entry.run(() => this.callHandler(handler, run, job));
    entry.setAttribute('shop.outcome', outcome.kind);
    entry.endWork(failure);
    return { outcome, traceparent: entry.traceparent };
  }

  private async callHandler(
    { definition, call }: Handler,
    { signal, task, id }: JobRun,
    job: Job,
  ): Promise<{ outcome: JobOutcome; failure?: unknown }> {
    const { attempt } = job;
    const { maxAttempts } = definition;
    if (attempt > maxAttempts) return { outcome: { kind: 'dead', reason: `after ${attempt - 1}: ${CRASHED}` } };
    try {
      await call(job.data, { signal, attempt, isLastAttempt: attempt === maxAttempts });
      return { outcome: { kind: 'done' } };
    } catch (error) {
      const outcome = toJobOutcome(error, { signal }, job, definition);
      const fields = { err: error, job: task, jobId: id, attempt };
      if (outcome.kind === 'dead') this.log.error(fields, 'A job failed permanently');
      else this.log.warn(fields, 'A job failed and runs again');
      return { outcome, failure: error };
    }
  }

  /** Returns whether the job was still this process's. */
  private async storeFailure(
    { cron }: Handler,
    run: JobRun,
    stored: StoredJob,
    outcome: Exclude<JobOutcome, { kind: 'done' }>,
  ): Promise<boolean> {
    if (outcome.kind === 'dead') {
      // The next time of a schedule stands for this one.
      if (cron !== undefined) return true;
      const payload: StoredJob = { ...stored, attempt: 1, outages: 0 };
      return failPermanently(this.pool, run, { payload, reason: outcome.reason });
    }
    const { attempt, outages, delayMs } = outcome;
    const isMine = await runAgain(this.pool, run, { payload: { ...stored, attempt, outages }, delayMs });
    this.workers.wake(1, delayMs);
    return isMine;
  }
}
