import { Inject, Injectable, Logger } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { settlesWithin } from '@shop/jobs/retry';
import { startEntry } from '@shop/tracing';
import { lastValueFrom, isObservable } from 'rxjs';
import { DataSource } from 'typeorm';
import { EventMetrics } from '../event-metrics.js';
import {
  MESSAGING_OPTIONS,
  EVENT_TRANSPORT,
  createNestTransportLog,
  type MessagingOptions,
} from '../messaging-options.js';
import { storeDeadLetter } from '../operator/index.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import {
  listQueueBindings,
  DEFAULT_CONCURRENCY,
  queueName,
  type Delivery,
  type DeliveryOutcome,
  type EventTransport,
  type FailedMessage,
  type Subscription,
} from '../transport/index.js';
import { toDeliveryOutcome } from './delivery-outcome.js';
import { EventContext } from './event-context.js';
import { getHandledEvent } from './handled-event.js';
import { UnreadablePayloadError } from './unreadable-payload.error.js';

/** How long the start waits for the broker. After that the service serves HTTP without events and keeps connecting. */
const START_TIMEOUT_MS = 5_000;

/** Nest chains several handlers of one event in a linked list. */
function countChainedHandlers(handler: MessageHandler): number {
  let length = 0;
  for (let link: MessageHandler | undefined = handler; link; link = link.next) length += 1;
  return length;
}

/** Nest transport strategy: connects the service's @OnEvent methods to their queues and starts the outbox relay. */
@Injectable()
export class InboxStrategy extends Server implements CustomTransportStrategy {
  private readonly log = new Logger('Events');
  private relay: OutboxRelay | undefined;
  private isClosed = false;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    @Inject(MESSAGING_OPTIONS) private readonly options: MessagingOptions,
    @Inject(EventMetrics) private readonly metrics: EventMetrics,
  ) {
    super();
  }

  /** The database is already migrated: its provider migrates before any other class receives it. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      await this.startWithin(START_TIMEOUT_MS);
    } catch (error) {
      callback(error); // Nest ignores a rejection and waits for the callback only
      return;
    }
    callback();
  }

  private async startWithin(ms: number): Promise<void> {
    const starting = this.startEvents(this.getSubscriptions());
    if (await settlesWithin(starting, ms)) return starting;
    this.log.warn('The event transport is not connected yet. Connecting continues in the background');
    starting.catch((error: unknown) => this.log.error({ err: error }, 'Events could not be started'));
  }

  /** @throws Error if this service is no reader of a handler's event: its queue would miss events published before it exists. */
  private getSubscriptions(): Subscription[] {
    const { service } = this.options;
    const unlisted = [...this.messageHandlers].flatMap(([type, handler]) => {
      const { readBy } = getHandledEvent(type, handler);
      return readBy && !readBy.includes(service) ? type : [];
    });
    if (unlisted.length > 0)
      throw new Error(`${service} handles ${unlisted.join(', ')}. Add it to the \`readBy\` of the event first.`);
    return [...this.messageHandlers].map(([type, handler]) => this.toSubscription(type, handler));
  }

  /** Declares the queues of this service, and of all readers of its events, before it relays its first event. */
  private async startEvents(subscriptions: Subscription[]): Promise<void> {
    const { namespace, events } = this.options;
    const own = subscriptions.map(({ queue, type }) => ({ queue, type }));
    await this.transport.start([...own, ...listQueueBindings(namespace, { events })]);
    if (this.options.isWorker ?? true) await this.transport.subscribe(subscriptions);
    if (this.isClosed) return;
    this.relay = new OutboxRelay(
      this.dataSource,
      this.options.sessionUrl,
      this.transport,
      createNestTransportLog('OutboxRelay'),
    );
    this.relay.start();
  }

  private toSubscription(type: string, handler: MessageHandler): Subscription {
    return {
      queue: queueName(this.options.namespace, this.options.service, type),
      type,
      concurrency: this.options.concurrency?.[type] ?? DEFAULT_CONCURRENCY,
      handle: (delivery) => this.handleFromOwner(type, handler, delivery),
      storeDeadLetter: (message) => this.storeDeadLetter(type, message),
    };
  }

  private async storeDeadLetter(type: string, message: FailedMessage): Promise<void> {
    const { subject } = (message.content ?? {}) as { subject?: unknown };
    await storeDeadLetter((sql, values) => this.dataSource.query(sql, values), {
      ...message,
      type,
      subject: typeof subject === 'string' ? subject : '',
    });
  }

  /** A service that may publish on the broker cannot publish events of another one. */
  private async handleFromOwner(type: string, handler: MessageHandler, delivery: Delivery): Promise<DeliveryOutcome> {
    const { envelope } = delivery;
    const { source: expected } = getHandledEvent(type, handler);
    if (envelope.type === type && envelope.source === expected) return this.handleInTrace(handler, delivery);
    const reason = `${envelope.type} from ${envelope.source} is not accepted: the queue takes ${type} from ${expected}`;
    this.log.error({ event: type, id: envelope.id, source: envelope.source }, reason);
    return { kind: 'dead-letter', reason };
  }

  /** Each attempt is a span of the trace in which the event was published. A further one is linked to the failed one. */
  private async handleInTrace(handler: MessageHandler, delivery: Delivery): Promise<DeliveryOutcome> {
    const { envelope, attempt, failedTraceparent } = delivery;
    const entry = startEntry(`process ${envelope.type}`, {
      kind: 'consumer',
      parent: envelope.traceparent,
      links: [failedTraceparent],
      attributes: {
        'messaging.system': this.transport.name === 'rabbitmq' ? 'rabbitmq' : 'postgresql',
        'messaging.operation.name': 'process',
        'messaging.destination.name': envelope.type,
        'messaging.message.id': envelope.id,
        'shop.attempt': attempt,
      },
    });
    const context = new EventContext(envelope, attempt, this.dataSource);
    const outcome = await entry.run(() => this.handle(handler, delivery, context));
    entry.setAttribute('shop.outcome', outcome.kind);
    entry.endWork(context.failures[0]);
    return outcome.kind === 'retry' || outcome.kind === 'outage'
      ? { ...outcome, failedTraceparent: entry.traceparent }
      : outcome;
  }

  private async handle(
    handler: MessageHandler,
    { envelope, attempt }: Delivery,
    context: EventContext,
  ): Promise<DeliveryOutcome> {
    const startedAt = performance.now();
    try {
      const result: unknown = await handler(envelope, context);
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    } catch (error) {
      context.failures.push(error);
    }
    // Nest's filters may swallow the error of a guard or pipe. An event that no handler received must not be acknowledged.
    if (context.failures.length === 0 && context.handlersReached < countChainedHandlers(handler))
      context.failures.push(new Error('Not every @OnEvent method was called'));
    const outcome = toDeliveryOutcome(context.failures);
    const fields = {
      event: envelope.type,
      id: envelope.id,
      subject: envelope.subject,
      attempt,
      ms: Math.round(performance.now() - startedAt),
      outcome: outcome.kind,
    };
    if (outcome.kind === 'retry' || outcome.kind === 'outage') this.metrics.countRetry();
    if (context.failures.some((error) => error instanceof UnreadablePayloadError)) this.metrics.countUnreadable();
    if (outcome.kind === 'done') this.log.log(fields, 'Event applied');
    else this.log.warn({ ...fields, reason: outcome.reason, err: context.failures[0] }, 'Event not applied');
    return outcome;
  }

  /** Called before the database connection closes. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.relay?.close();
    this.relay = undefined;
  }

  on(): void {
    throw new Error('InboxStrategy emits no events.');
  }

  unwrap<T>(): T {
    return this.transport as T;
  }
}
