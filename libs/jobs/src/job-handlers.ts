import { SetMetadata } from '@nestjs/common';
import { defineJob, type JobDefinition } from './define-job.js';

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

/** Runs the method at these times (five fields, UTC) in one of the service's processes. A failed run is logged, and the next one follows as planned. */
export const Cron = (
  pattern: string,
  { name, timeoutMs = CRON_TIMEOUT_MS }: { name: string; timeoutMs?: number },
): HandlerDecorator<undefined> =>
  SetMetadata(JOB_HANDLER, {
    definition: defineJob<unknown>(name, { timeoutMs, maxAttempts: 1 }),
    cron: pattern,
  } satisfies HandlerMetadata);
