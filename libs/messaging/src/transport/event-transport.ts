import type { EventEnvelope } from '@shop/contracts/common';

/** What becomes of a delivered event. */
export type DeliveryOutcome =
  { kind: 'done' } | { kind: 'retry'; reason: string } | { kind: 'dead-letter'; reason: string };

export interface Delivery {
  envelope: EventEnvelope;
  /** 1 at the first delivery; counts our retries, not the broker's redeliveries. */
  attempt: number;
}

/** A queue of one service for one event; handled at most `concurrency` at a time by one process. */
export interface Subscription {
  queue: string;
  type: string;
  concurrency: number;
  /** Must not reject: what went wrong is an outcome. */
  handle(delivery: Delivery): Promise<DeliveryOutcome>;
}

/** A queue that has to exist before anything is published, whether or not its service runs now. */
export interface QueueBinding {
  queue: string;
  type: string;
}

export interface DeadLetter {
  queue: string;
  eventId: string;
  type: string;
  subject: string;
  reason: string;
  attempts: number;
  /** ISO 8601 */
  diedAt: string;
}

/**
 * Carries events between services, at least once, in both implementations alike:
 * - `publish` resolves once each event is safely kept for each queue bound to its type, and rejects otherwise;
 * - a delivery is taken off its queue only after its outcome is kept (done, waiting for a retry, or dead);
 * - a process that dies gives its deliveries back within seconds;
 * - a connection that is lost is made again with back-off, on both sides.
 */
export interface EventTransport {
  readonly name: 'rabbitmq' | 'postgres';
  /** Connects, as long as it takes, and makes sure that all `bindings` exist. */
  start(bindings: readonly QueueBinding[]): Promise<void>;
  publish(envelopes: readonly EventEnvelope[]): Promise<void>;
  /** Puts one envelope into one queue, past all bindings (commands to one service). Rejects where there is no such queue. */
  send(queue: string, envelope: EventEnvelope): Promise<void>;
  subscribe(subscriptions: readonly Subscription[]): Promise<void>;
  /**
   * Every process that listens gets the event, if it is there at that moment; nothing is kept. `onGap` is called after a
   * lost connection was made again: something may have been missed.
   */
  listenBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap?: () => void,
  ): Promise<void>;
  /** Rejects while the transport can't be reached, or while what listens or consumes here is cut off. */
  checkConnection(): Promise<void>;
  listDeadLetters(limit: number): Promise<DeadLetter[]>;
  /** Puts dead letters back into their queues as first attempts; all, or those of these event ids. Returns how many. */
  replayDeadLetters(eventIds?: readonly string[]): Promise<number>;
  /** Stops taking deliveries, lets running handlers end (at most `STOP_LIMIT_MS`), closes. */
  close(): Promise<void>;
}

export interface TransportLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface TransportOptions {
  /** Service name, or what else runs here. */
  service: string;
  rabbitmqUrl?: string;
  databaseUrl?: string;
  namespace: string;
  /** Pause before the second, third … try. An event that fails after the last is dead. */
  retryDelaysMs?: readonly number[];
  /** RabbitMQ drops a queue that nobody has used for this long. Undefined: queues stay until somebody deletes them. */
  queueExpiresMs?: number;
  log?: TransportLog;
}

/** Together about a quarter of an hour: longer than a part usually stays away, shorter than a night. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 180_000, 600_000];

/** How many events of a type one process handles at a time, where nothing else is said. */
export const DEFAULT_CONCURRENCY = 10;

/** A handler still running after this is left to its redelivery. */
export const SHUTDOWN_TIMEOUT_MS = 5_000;

export const SILENT_LOG: TransportLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `order-svc.product.saved`; outside the namespace `shop` with the namespace in front. */
export function queueName(namespace: string, service: string, type: string): string {
  return namespace === 'shop' ? `${service}.${type}` : `${namespace}.${service}.${type}`;
}
