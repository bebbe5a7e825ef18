import { randomUUID } from 'node:crypto';
import { envelopeSchema, isUuid } from '@shop/contracts-common';
import { pause, retryWithBackoff } from '@shop/jobs/retry';
import type { DeliveryOutcome, Subscription, TransportLog } from './event-transport.js';

const REASON_MAX_CHARS = 500;
const CRASHED = 'The handler repeatedly crashed its process';

/**
 * Pauses of a delivery during an outage, five minutes together: far below RabbitMQ's acknowledgement timeout of 30 minutes. The delivery
 * keeps its place, so that the subscription takes no further events.
 */
const OUTAGE_PAUSES_MS = [100, 400, 1_500, 5_000, 10_000, ...Array.from({ length: 10 }, () => 30_000)];
/** Then the event returns to its queue after this delay, with the same attempt. */
export const OUTAGE_DELAY_MS = 30_000;

/** A message as its transport received it. */
export interface Received {
  eventId: string;
  content: unknown;
  attempt: number;
  /** Its handler has ended its process too often. */
  isCrashing: boolean;
  /** W3C trace context of the attempt that failed. */
  failedTraceparent?: string;
}

/** How a message waits in its queue for its next attempt. */
export interface Retry {
  delayMs: number;
  attempt: number;
  failedTraceparent?: string;
}

interface DeliveryOptions {
  retryDelaysMs: readonly number[];
  log: TransportLog;
  /** Aborted when the shutdown begins: a delivery does not wait for the end of an outage any longer. */
  closing: AbortSignal;
  /** Aborted when the shutdown has given up waiting. */
  stopped: AbortSignal;
}

/**
 * Handles a message and stores what follows after a failure, which it tries until it succeeds. `retryAfter` puts the message back
 * into its queue and resolves to whether the message was still this process's. Returns whether the delivery is finished.
 */
export async function deliver(
  subscription: Subscription,
  received: Received,
  retryAfter: (retry: Retry) => Promise<boolean>,
  options: DeliveryOptions,
): Promise<boolean> {
  const outcome = await handleThroughOutages(subscription, received, options.closing);
  if (outcome.kind === 'done') return true;
  const { attempt, content } = received;
  const eventId = isUuid(received.eventId) ? received.eventId : randomUUID();
  const reason = outcome.reason.slice(0, REASON_MAX_CHARS);
  const delayMs = getDelay(outcome, attempt, options.retryDelaysMs);
  const store = async (): Promise<boolean> => {
    const failedTraceparent = 'failedTraceparent' in outcome ? outcome.failedTraceparent : undefined;
    if (outcome.kind === 'outage') return retryAfter({ delayMs: OUTAGE_DELAY_MS, attempt, failedTraceparent });
    if (delayMs !== undefined) return retryAfter({ delayMs, attempt: attempt + 1, failedTraceparent });
    await subscription.storeDeadLetter({ eventId, content, reason, attempts: attempt });
    options.log.error({ queue: subscription.queue, eventId, attempts: attempt, reason }, 'Event became a dead letter');
    return true;
  };
  const isStored = await retryWithBackoff(store, options.stopped, (error, failures) =>
    options.log.warn(
      { err: error, queue: subscription.queue, failures },
      'The outcome of an event could not be stored, retrying',
    ),
  );
  return isStored ?? false;
}

/** Undefined: there is no further attempt. */
function getDelay(outcome: DeliveryOutcome, attempt: number, delaysMs: readonly number[]): number | undefined {
  if (outcome.kind !== 'retry' || attempt >= (outcome.maxAttempts ?? delaysMs.length + 1)) return undefined;
  return delaysMs[attempt - 1] ?? delaysMs.at(-1);
}

async function handleThroughOutages(
  subscription: Subscription,
  { content, attempt, isCrashing, failedTraceparent }: Received,
  closing: AbortSignal,
): Promise<DeliveryOutcome> {
  if (isCrashing) return { kind: 'dead-letter', reason: CRASHED };
  const { success, data: envelope } = envelopeSchema.safeParse(content);
  if (!success) return { kind: 'dead-letter', reason: 'The message is not a CloudEvents envelope' };
  let outcome = await subscription.handle({ envelope, attempt, failedTraceparent });
  for (const pauseMs of OUTAGE_PAUSES_MS) {
    if (outcome.kind !== 'outage' || closing.aborted) break;
    await pause(pauseMs, closing);
    if (!closing.aborted)
      outcome = await subscription.handle({ envelope, attempt, failedTraceparent: outcome.failedTraceparent });
  }
  return outcome;
}
