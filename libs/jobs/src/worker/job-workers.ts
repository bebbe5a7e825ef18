import { EventEmitter, once } from 'node:events';
import {
  parseCronItems,
  run as runGraphileWorker,
  type JobHelpers,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import { pause, retryWithBackoff, settlesWithin } from '../retry.js';
import { noGraphileLog, type CronEntry, type JobTask, type JobWorkersOptions } from './job-store.js';
import { WorkerLocks } from './worker-locks.js';

/** NOTIFY announces new jobs, and WorkerLocks finds due ones every second. Polling is only a reserve. */
const POLL_INTERVAL_MS = 60_000;
/** A finished job counts as running for this time, until its deletion has reached the database. */
const FINISHED_GRACE_MS = 3_000;
/** How long a worker that shut down may take to store the outcomes of its last jobs. */
const STORE_GRACE_MS = 5_000;
const RESTART_PAUSE_MS = 500;
const TAKEOVER_AFTER_MS = 10_000;

/** Reason of an aborted signal: the job runs again, and the attempt is not counted. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
}

/** A worker has looked for a job. */
const TURN_ENDS = ['job:start', 'worker:getJob:empty', 'worker:getJob:error'] as const;

interface Worker {
  pool: WorkerPool;
  runner: Runner;
  drained: Promise<void>;
}

/** Runs the jobs of one database in this process, with graphile-worker. */
export class JobWorkers {
  private readonly options: JobWorkersOptions;
  private readonly tasks = new Map<string, { task: JobTask; active: number }>();
  private readonly running = new Map<string, AbortController>();
  private readonly workers = new Set<Worker>();
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Aborted first: no new jobs. */
  private readonly closing = new AbortController();
  private readonly stop = new AbortController();
  private locks: WorkerLocks | undefined;
  private lastTurn: Promise<void> = Promise.resolve();
  private endTurn: () => void = () => undefined;

  constructor(options: JobWorkersOptions) {
    this.options = options;
  }

  /** Aborted when `close` has given up waiting. */
  get stopped(): AbortSignal {
    return this.stop.signal;
  }

  /** At most `concurrency` jobs run at a time, whatever their kinds. */
  start(tasks: readonly JobTask[], concurrency: number, cron: readonly CronEntry[] = []): void {
    for (const task of tasks) this.tasks.set(task.name, { task, active: 0 });
    this.locks = new WorkerLocks({
      url: this.options.url,
      log: this.options.log,
      takeoverAfterMs: this.options.takeoverAfterMs ?? TAKEOVER_AFTER_MS,
      tasks: [...this.tasks.keys()],
      listRunningJobs: () => [...this.running.keys()],
      onDue: () => this.wake(concurrency),
      onOrphaned: (ids) => this.retire((worker) => ids.includes(worker.pool.id)),
      onLost: () => {
        this.interruptJobs('the database does not answer');
        this.retire(() => true);
      },
    });
    this.locks.start();
    void this.keepRunning(concurrency, cron);
  }

  /** A worker ends itself if it cannot store the outcome of a job. The next one starts while it still waits for its other jobs. */
  private async keepRunning(concurrency: number, cron: readonly CronEntry[]): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await retryWithBackoff(
        () => this.runWorker(concurrency, cron),
        signal,
        (error, failures) =>
          this.options.log.warn({ err: error, failures }, 'The job worker could not start, retrying'),
      );
      await pause(RESTART_PAUSE_MS, signal);
    }
  }

  /** Resolves when the worker takes no more jobs. */
  private async runWorker(concurrency: number, cron: readonly CronEntry[]): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    const created = once(events, 'pool:create') as Promise<[{ workerPool: WorkerPool }]>;
    // Notifications sent before the worker listens are lost. `drain` follows its LISTEN query.
    events.on('pool:listen:success', ({ client }) => client.once('drain', () => this.wake(concurrency)));
    for (const name of TURN_ENDS) events.on(name, () => this.endTurn());
    const retired = once(events, 'pool:gracefulShutdown');
    const runner = await runGraphileWorker({ ...this.runnerOptions(concurrency, cron), events }, this.createTaskList());
    const [{ workerPool: pool }] = await created;
    const ended = Promise.resolve(pool.promise).catch((error: unknown) => {
      if (!this.closing.signal.aborted)
        this.options.log.warn({ err: error }, 'A job worker ended, the next one starts');
    });
    // graphile-worker 0.18 never ends if several batches of outcomes fail: its count of pending batches becomes negative.
    const shutDown = once(events, 'pool:gracefulShutdown:complete').then(() => pause(STORE_GRACE_MS, this.stop.signal));
    const worker: Worker = { pool, runner, drained: Promise.race([ended, shutDown]).then(() => this.remove(worker)) };
    this.workers.add(worker);
    if (this.closing.signal.aborted) this.retire((one) => one === worker);
    await retired;
  }

  private async remove(worker: Worker): Promise<void> {
    this.workers.delete(worker);
    await this.locks?.release(worker.pool.id).catch(() => undefined);
  }

  private runnerOptions(concurrency: number, cron: readonly CronEntry[]): RunnerOptions {
    return {
      pgPool: this.options.pool,
      concurrency,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      logger: noGraphileLog,
      forbiddenFlags: () => this.listFullTasksInTurn(),
      parsedCronItems: parseCronItems(
        cron.map(({ task, pattern }) => ({
          task,
          match: pattern,
          identifier: task,
          // A run that still waits stands for the next one too.
          options: { jobKey: task },
        })),
      ),
      preset: {
        plugins: [
          {
            name: 'WorkerLocksPlugin',
            version: '1.0.0',
            worker: {
              hooks: {
                startWorker: async (_context, { worker }) => void (await this.locks?.acquire(worker.workerPool.id)),
              },
            },
          },
        ],
        // With batches, a failure to complete a job ends the worker, which unlocks the job. Without, it is an unhandled rejection.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      },
    };
  }

  /**
   * Called before a worker looks for a job. They look one after another: at once, several would take jobs of a task with one place left.
   */
  private async listFullTasksInTurn(): Promise<string[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const previous = this.lastTurn;
    this.lastTurn = promise;
    await previous;
    this.endTurn = resolve;
    return this.listFullTasks();
  }

  /** Each job has its task as a flag, so that no worker takes a job whose task is at its limit. */
  private listFullTasks(): string[] {
    return [...this.tasks.values()]
      .filter(({ task, active }) => active >= task.concurrency)
      .map(({ task }) => task.name);
  }

  private createTaskList(): TaskList {
    return Object.fromEntries(
      [...this.tasks.values()].map((entry) => [
        entry.task.name,
        async (payload: unknown, { job }: JobHelpers) => {
          const controller = new AbortController();
          this.running.set(String(job.id), controller);
          entry.active += 1;
          try {
            await this.runJob(entry.task, payload, job, controller);
          } finally {
            entry.active -= 1;
            this.runLater(FINISHED_GRACE_MS, () => this.forget(String(job.id), controller));
          }
        },
      ]),
    );
  }

  private forget(jobId: string, controller: AbortController): void {
    if (this.running.get(jobId) === controller) this.running.delete(jobId);
  }

  private async runJob(
    task: JobTask,
    payload: unknown,
    job: JobHelpers['job'],
    controller: AbortController,
  ): Promise<void> {
    const timer = task.timeoutMs
      ? this.runLater(task.timeoutMs, () => controller.abort(new Error(`Timeout after ${task.timeoutMs} ms`)))
      : undefined;
    try {
      await task.run({
        id: String(job.id),
        task: task.name,
        key: job.key,
        payload,
        starts: job.attempts,
        workerId: job.locked_by ?? '',
        signal: controller.signal,
      });
    } finally {
      if (timer) this.cancel(timer);
    }
  }

  /** Wakes the workers now, or when a job that this process scheduled is due. */
  wake(count: number, delayMs = 0): void {
    if (delayMs > 0) {
      this.runLater(delayMs + 5, () => this.wake(count));
      return;
    }
    for (const { pool } of this.workers) {
      try {
        pool.nudge(count);
      } catch {
        // graphile-worker throws if the worker has ended.
      }
    }
  }

  private retire(isChosen: (worker: Worker) => boolean): void {
    for (const { runner } of [...this.workers].filter(isChosen)) void runner.stop().catch(() => undefined);
  }

  private interruptJobs(reason: string): void {
    for (const controller of this.running.values()) controller.abort(new JobInterrupted(`Interrupted: ${reason}`));
  }

  private runLater(ms: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms).unref();
    this.timers.add(timer);
    return timer;
  }

  private cancel(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.timers.delete(timer);
  }

  /**
   * Takes no new jobs, waits `graceMs` for running ones, then interrupts them and waits once more. Jobs that still run start
   * again in another process when this one has ended.
   */
  async close(graceMs: number, interruptedGraceMs = graceMs): Promise<void> {
    this.closing.abort();
    this.retire(() => true);
    const drained = Promise.all([...this.workers].map((worker) => worker.drained));
    if (!(await settlesWithin(drained, graceMs))) {
      this.interruptJobs('the service stops');
      await settlesWithin(drained, interruptedGraceMs);
    }
    this.stop.abort();
    for (const timer of this.timers) clearTimeout(timer);
    await this.locks?.close();
  }
}
