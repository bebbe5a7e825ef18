import { PermanentJobError, type JobDefinition } from './define-job.js';
import { isOutage, OutageError } from './outage.js';
import { JobInterrupted } from './worker/index.js';

/** Payload of a graphile-worker job. */
export interface StoredJob {
  data: unknown;
  attempt: number;
  /** Outages in a row, for the back-off. */
  outages: number;
  hasKey: boolean;
  /** W3C trace context in which the job was enqueued. Missing outside of a trace, and in jobs of earlier versions. */
  traceparent?: string;
  /** W3C trace context of the last run, which did not finish the job. */
  failedTraceparent?: string;
}

export type JobOutcome =
  | { kind: 'done' }
  | { kind: 'again'; reason: string; delayMs: number; attempt: number; outages: number }
  | { kind: 'dead'; reason: string };

const REASON_MAX_CHARS = 500;
const OUTAGE_DELAY_MS = 200;
const OUTAGE_MAX_DELAY_MS = 30_000;

const jitter = (ms: number): number => ms * (0.75 + Math.random() * 0.5);

const getReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, REASON_MAX_CHARS);

/** What follows after a run that failed with `error`. */
export function toJobOutcome(
  error: unknown,
  { signal }: { signal: AbortSignal },
  { attempt, outages }: Pick<StoredJob, 'attempt' | 'outages'>,
  { maxAttempts, retryDelaysMs }: Pick<JobDefinition<unknown>, 'maxAttempts' | 'retryDelaysMs'>,
): JobOutcome {
  const reason = getReason(signal.aborted ? signal.reason : error);
  if (signal.reason instanceof JobInterrupted) return { kind: 'again', reason, delayMs: 0, attempt, outages };
  if (isOutage(error)) {
    const backoffMs = jitter(Math.min(OUTAGE_MAX_DELAY_MS, OUTAGE_DELAY_MS * 2 ** Math.min(outages, 20)));
    const delayMs = (error instanceof OutageError ? error.retryAfterMs : undefined) ?? backoffMs;
    return { kind: 'again', reason, delayMs, attempt, outages: outages + 1 };
  }
  if (error instanceof PermanentJobError || attempt >= maxAttempts)
    return { kind: 'dead', reason: `after ${attempt}: ${reason}` };
  const delayMs = jitter(retryDelaysMs[attempt - 1] ?? retryDelaysMs.at(-1) ?? 0);
  return { kind: 'again', reason, delayMs, attempt: attempt + 1, outages: 0 };
}
