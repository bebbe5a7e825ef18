import { Inject, Injectable, Logger } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { lastValueFrom, isObservable } from 'rxjs';
import { DataSource } from 'typeorm';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../messaging-options.js';
import { createNestTransportLog } from '../nest-transport-log.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import {
  bindingsOf,
  DEFAULT_CONCURRENCY,
  endedWithin,
  queueName,
  type Delivery,
  type DeliveryOutcome,
  type EventTransport,
  type Subscription,
} from '../transport/index.js';
import { EventContext } from './event-context.js';
import { EVENT_TRANSPORT } from './event-transport.token.js';
import { toDeliveryOutcome } from './delivery-outcome.js';

/** How long a start waits for the broker; then the service serves HTTP without events, says so, and goes on trying. */
const START_TIMEOUT_MS = 5_000;

/** Several methods of one service may hear one event; Nest chains them. */
function countChainedHandlers(handler: MessageHandler): number {
  let length = 0;
  for (let link: MessageHandler | undefined = handler; link; link = link.next) length += 1;
  return length;
}

/** Takes a service part in the shop's events: connects its @OnEvent methods to their queues, and starts its outbox's relay. */
@Injectable()
export class InboxStrategy extends Server implements CustomTransportStrategy {
  private readonly log = new Logger('Events');
  private relay: OutboxRelay | undefined;
  private isClosed = false;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    @Inject(MESSAGING_OPTIONS) private readonly options: MessagingOptions,
  ) {
    super();
  }

  /** The database is migrated by now: the data source migrates before anything is injected with it. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      await this.startWithin(START_TIMEOUT_MS);
    } catch (error) {
      callback(error); // Nest waits for this word, and for nothing else
      return;
    }
    callback();
  }

  private async startWithin(ms: number): Promise<void> {
    const starting = this.startEvents(this.getSubscriptions());
    if (await endedWithin(starting, ms)) return starting;
    this.log.warn('events can not be heard or sent yet; connecting goes on');
    starting.catch((error: unknown) => this.log.error({ err: error }, 'events can not be heard'));
  }

  /** @throws Error when a method hears what the catalogue does not name: its queue would miss what was told before it existed. */
  private getSubscriptions(): Subscription[] {
    const { service, namespace } = this.options;
    const known = new Set(bindingsOf(namespace).map(({ queue }) => queue));
    const subscriptions = [...this.messageHandlers].map(([type, handler]) => this.toSubscription(type, handler));
    const unknown = subscriptions.filter(({ queue }) => !known.has(queue));
    if (unknown.length > 0)
      throw new Error(
        `${service} listens to ${unknown.map(({ type }) => type).join(', ')}: name it in contracts' subscriptions first`,
      );
    return subscriptions;
  }

  /** Every queue of the shop exists before this service relays its first event. */
  private async startEvents(subscriptions: Subscription[]): Promise<void> {
    await this.transport.start(bindingsOf(this.options.namespace));
    await this.transport.subscribe(subscriptions);
    if (this.isClosed) return;
    this.relay = new OutboxRelay(
      this.dataSource,
      (this.dataSource.options as { url: string }).url,
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
      handle: (delivery) => this.handle(handler, delivery),
    };
  }

  private async handle(handler: MessageHandler, { envelope, attempt }: Delivery): Promise<DeliveryOutcome> {
    const context = new EventContext(envelope, attempt, this.dataSource);
    const startedAt = performance.now();
    try {
      const result: unknown = await handler(envelope, context);
      if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    } catch (error) {
      context.failures.push(error);
    }
    // Nest's filters may swallow what a guard or a pipe threw: an event that no method has seen is not done.
    if (context.failures.length === 0 && context.handlersReached < countChainedHandlers(handler))
      context.failures.push(new Error('not every @OnEvent method was reached'));
    const outcome = toDeliveryOutcome(context.failures);
    const fields = {
      event: envelope.type,
      id: envelope.id,
      subject: envelope.subject,
      attempt,
      ms: Math.round(performance.now() - startedAt),
      outcome: outcome.kind,
    };
    if (outcome.kind === 'done') this.log.debug(fields, 'an event was applied');
    else this.log.warn({ ...fields, reason: outcome.reason, err: context.failures[0] }, 'an event was not applied');
    return outcome;
  }

  /** Called while the application still has its database. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.relay?.close();
    this.relay = undefined;
  }

  on(): void {
    throw new Error('The transport tells its own events');
  }

  unwrap<T>(): T {
    return this.transport as T;
  }
}
