import { envelopeSchema } from '@shop/contracts/common';
import { retryWithBackoff } from '@shop/jobs/retry';
import type { DeliveryOutcome, Subscription, TransportLog } from './event-transport.js';

const REASON_MAX_CHARS = 500;

/** Takes a failed delivery out of its queue. Each method resolves to whether the delivery was still this process's. */
export interface FailureStore {
  retryAfter(delayMs: number): Promise<boolean>;
  deadLetter(reason: string): Promise<boolean>;
}

interface FailureOptions {
  retryDelaysMs: readonly number[];
  log: TransportLog;
  /** Aborted when the shutdown has given up waiting. */
  stopped: AbortSignal;
}

/** Calls the handler, unless the content is not an envelope. */
export async function handleContent(
  subscription: Subscription,
  content: unknown,
  attempt: number,
): Promise<DeliveryOutcome> {
  const { success, data: envelope } = envelopeSchema.safeParse(content);
  if (!success) return { kind: 'dead-letter', reason: 'The message is not a CloudEvents envelope' };
  return subscription.handle({ envelope, attempt });
}

/** Stores what follows after a failure, and tries that until it succeeds. Returns whether the delivery is finished. */
export async function storeOutcome(
  { queue, eventId, attempt }: { queue: string; eventId: string; attempt: number },
  outcome: DeliveryOutcome,
  store: FailureStore,
  { retryDelaysMs, log, stopped }: FailureOptions,
): Promise<boolean> {
  if (outcome.kind === 'done') return true;
  const reason = outcome.reason.slice(0, REASON_MAX_CHARS);
  const delayMs = outcome.kind === 'retry' ? retryDelaysMs[attempt - 1] : undefined;
  const isStored = await retryWithBackoff(
    () => (delayMs === undefined ? store.deadLetter(reason) : store.retryAfter(delayMs)),
    stopped,
    (error, failures) =>
      log.warn({ err: error, queue, failures }, 'The outcome of an event could not be stored, retrying'),
  );
  if (isStored && delayMs === undefined)
    log.error({ queue, eventId, attempts: attempt, reason }, 'Event became a dead letter');
  return isStored ?? false;
}
