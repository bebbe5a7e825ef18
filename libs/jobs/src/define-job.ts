import { SetMetadata } from '@nestjs/common';

export interface JobOptions {
  /** Runs that may fail before the job is dead. A run whose process was killed counts, an outage does not. Default 6. */
  maxAttempts?: number;
  /** Pauses before the second, third … attempt. The last one is repeated. Default 1 s to 10 min. */
  retryDelaysMs?: readonly number[];
  /** After this time the signal of the run is aborted. */
  timeoutMs: number;
  /** How many of these jobs one process runs at a time. Default 1. */
  concurrency?: number;
  /** Jobs with a lower number start first. Default 0. */
  priority?: number;
}

/** A kind of job. `Payload` must survive JSON. */
export interface JobDefinition<Payload> extends Required<JobOptions> {
  name: string;
  /** Only for the type. */
  payload?: Payload;
}

const DEFAULT_RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 180_000, 600_000];

export function defineJob<Payload>(name: string, options: JobOptions): JobDefinition<Payload> {
  return { name, maxAttempts: 6, retryDelaysMs: DEFAULT_RETRY_DELAYS_MS, concurrency: 1, priority: 0, ...options };
}

/** Another attempt cannot help: the job is dead at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

export interface JobContext {
  /** Aborted after the timeout, on shutdown, and when the process may lose the job. A handler stops its work then. */
  signal: AbortSignal;
  /** 1 for the first. */
  attempt: number;
  isLastAttempt: boolean;
}

export const JOB_HANDLER = Symbol('JOB_HANDLER');

export interface HandlerMetadata {
  definition: JobDefinition<unknown>;
  /** Five fields, UTC. */
  cron?: string;
}

type HandlerDecorator<Payload> = <Method extends (data: Payload, job: JobContext) => Promise<unknown>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Runs the method for each job of this kind. It runs at least once per job: once, unless the process or its database connection is
 * lost. See `OutageError` and `PermanentJobError` for what a thrown error means.
 */
export const HandleJob = <Payload>(definition: JobDefinition<Payload>): HandlerDecorator<Payload> =>
  SetMetadata(JOB_HANDLER, { definition } satisfies HandlerMetadata);

const CRON_TIMEOUT_MS = 10 * 60_000;

/**
 * Runs the method at these times (five fields, UTC) in one of the service's processes. A failed run is logged, and the next one follows as planned.
 */
export const Cron = (
  pattern: string,
  { name, timeoutMs = CRON_TIMEOUT_MS }: { name: string; timeoutMs?: number },
): HandlerDecorator<undefined> =>
  SetMetadata(JOB_HANDLER, {
    definition: defineJob<unknown>(name, { timeoutMs, maxAttempts: 1 }),
    cron: pattern,
  } satisfies HandlerMetadata);
