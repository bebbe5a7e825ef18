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

/** Something that the job needs is unavailable. The job runs again with back-off, or after `retryAfterMs`, and no attempt is counted. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Another attempt cannot help: the job is dead at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}
