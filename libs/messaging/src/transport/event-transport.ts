import type { EventDefinition, EventEnvelope } from '@shop/contracts-common';

interface FailedAttempt {
  /** W3C trace context of the attempt that failed, to which the next one is linked. */
  failedTraceparent?: string;
}

/**
 * Result of a delivery.
 * - outage: the listener's database is unavailable. The delivery is repeated and counts as no attempt.
 * - retry: repeated after growing delays, until `maxAttempts` (default: one more than there are delays).
 */
export type DeliveryOutcome =
  | { kind: 'done' }
  | ({ kind: 'outage'; reason: string } & FailedAttempt)
  | ({ kind: 'retry'; reason: string; maxAttempts?: number } & FailedAttempt)
  | { kind: 'dead-letter'; reason: string };

/** `failedTraceparent`: of the attempt before this one. */
export interface Delivery extends FailedAttempt {
  envelope: EventEnvelope;
  /** 1 for the first delivery. Counts our retries, not redeliveries by the broker. */
  attempt: number;
}

/** A message that failed for good. */
export interface FailedMessage {
  eventId: string;
  /** The envelope, or what came in its place. */
  content: unknown;
  reason: string;
  attempts: number;
}

/** A queue of one service for one event type. One process handles at most `concurrency` events at a time. */
export interface Subscription {
  queue: string;
  type: string;
  concurrency: number;
  /** Must not reject: a failure is an outcome. */
  handle(delivery: Delivery): Promise<DeliveryOutcome>;
  /** Stores a message in the listener's database before it leaves the queue. Called until it succeeds, so it must be idempotent. */
  storeDeadLetter(message: FailedMessage): Promise<void>;
}

/** A queue that must exist before the first event is published, even if its service is not running. */
export interface QueueBinding {
  queue: string;
  type: string;
}

/** Some events of a batch were not stored by every queue that should receive them. All others were. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError';

  constructor(
    message: string,
    readonly eventIds: ReadonlySet<string>,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Delivers events between services at least once. Both implementations guarantee:
 * - `publish` resolves once every queue bound to the events' types has stored them, and rejects otherwise: with UnconfirmedError if
 *   that is certain for some events;
 * - a delivery leaves its queue only after its outcome is stored (done, scheduled for retry, or dead letter in the listener's database);
 * - the deliveries of a crashed process return to their queues within seconds;
 * - a lost connection is reopened with back-off, for publishers and consumers.
 */
export interface EventTransport {
  readonly name: 'rabbitmq' | 'postgres';
  /** How many connections to PostgreSQL it may open. */
  readonly databaseConnections: number;
  /** Connects, retrying without limit, and creates all `bindings`. */
  start(bindings: readonly QueueBinding[]): Promise<void>;
  publish(envelopes: readonly EventEnvelope[]): Promise<void>;
  /** Sends an envelope to one queue, as a command to one service. Rejects if the queue does not exist. */
  sendToQueue(queue: string, envelope: EventEnvelope): Promise<void>;
  subscribe(subscriptions: readonly Subscription[]): Promise<void>;
  /**
   * Every process that is connected at the moment receives the event. Nothing is stored. `onGap` is called after a reconnect,
   * because events may have been missed.
   */
  subscribeBroadcast(
    types: readonly string[],
    handle: (envelope: EventEnvelope) => void,
    onGap?: () => void,
  ): Promise<void>;
  /** Rejects while the transport, or a consumer of this process, is disconnected. */
  checkConnection(): Promise<void>;
  /** Stops deliveries, waits for running handlers (at most `SHUTDOWN_TIMEOUT_MS`) and disconnects. */
  close(): Promise<void>;
}

export interface TransportLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface TransportOptions {
  /** Name of the service or tool. */
  service: string;
  rabbitmqUrl?: string;
  databaseUrl?: string;
  namespace: string;
  /** Delays before the second, third … attempt. After the last failure the event becomes a dead letter. */
  retryDelaysMs?: readonly number[];
  /** RabbitMQ deletes a queue after this time without use. Undefined: queues are permanent. */
  queueExpiresMs?: number;
  log?: TransportLog;
}

/** About 13 minutes together. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 180_000, 600_000];

/** Default for how many events of a type one process handles at a time. */
export const DEFAULT_CONCURRENCY = 10;

/** A handler that still runs after this is abandoned, and its event is delivered again. */
export const SHUTDOWN_TIMEOUT_MS = 5_000;

/** Options after the defaults. */
export type TransportSettings = TransportOptions & Required<Pick<TransportOptions, 'retryDelaysMs' | 'log'>>;

export const SILENT_LOG: TransportLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `order-svc.product.saved`, with the namespace as prefix unless it is `shop`. */
export function queueName(namespace: string, service: string, type: string): string {
  return namespace === 'shop' ? `${service}.${type}` : `${namespace}.${service}.${type}`;
}

/** `source` of the commands of operators. */
export const OPERATOR_SOURCE = '/operator';

/** Type of the command that makes the owner of `noun` publish the current state of every `noun`. */
export const republishType = (noun: string): string => `republish.${noun}`;

/** What has queues: events by their readers, and the nouns that a service can republish. */
export interface Topology {
  readonly events: readonly EventDefinition[];
  readonly republishableNouns?: Readonly<Record<string, readonly string[]>>;
}

/** The queues of these events and nouns. A service declares those of its own events, so that each reader's queue exists before the first event. */
export function listQueueBindings(namespace: string, { events, republishableNouns = {} }: Topology): QueueBinding[] {
  const eventQueues = events.flatMap(({ type, receivers }) => receivers.readBy.map((service) => ({ service, type })));
  const republishQueues = Object.entries(republishableNouns).flatMap(([service, nouns]) =>
    nouns.map((noun) => ({ service, type: republishType(noun) })),
  );
  return [...eventQueues, ...republishQueues].map(({ service, type }) => ({
    queue: queueName(namespace, service, type),
    type,
  }));
}
