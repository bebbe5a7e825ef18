import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { lastValueFrom, isObservable } from 'rxjs';
import { bindingsOf } from '../bindings.js';
import { DataSource } from 'typeorm';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../messaging-options.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { queueName, type Delivery, type DeliveryOutcome, type EventTransport, type Subscription } from '../transport/index.js';
import { EventContext } from './event-context.js';
import { outcomeOf } from './failure-outcome.js';
import { EVENT_TRANSPORT } from './event-transport.token.js';

/** How many events of a type one process handles at a time, where nothing else is said. */
const CONCURRENCY = 10;

/** Takes a service part in the shop's events: connects its @OnEvent methods to their queues, and starts its outbox's relay. */
@Injectable()
export class InboxStrategy extends Server implements CustomTransportStrategy, OnApplicationShutdown {
  private readonly log = new Logger('Events');
  private relay: OutboxRelay | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    @Inject(MESSAGING_OPTIONS) private readonly options: MessagingOptions,
  ) {
    super();
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    const { service, namespace } = this.options;
    const heard = bindingsOf(namespace);
    const subscriptions = [...this.messageHandlers].map(([type, handler]) => this.subscriptionOf(type, handler));
    const known = new Set(heard.map(({ queue }) => queue));
    const unknown = subscriptions.filter(({ queue, type }) => !known.has(queue) && !type.startsWith('republish.'));
    if (unknown.length > 0) throw new Error(`${service} listens to ${unknown.map(({ type }) => type).join(', ')}: name it in contracts' subscriptions first`);
    await this.transport.start(heard);
    await this.transport.subscribe(subscriptions);
    this.relay = new OutboxRelay(this.dataSource, (this.dataSource.options as { url: string }).url, this.transport, this.transportLog);
    this.relay.start();
    callback();
  }

  private subscriptionOf(type: string, handler: MessageHandler): Subscription {
    return {
      queue: queueName(this.options.namespace, this.options.service, type),
      type,
      concurrency: this.options.concurrency?.[type] ?? CONCURRENCY,
      handle: (delivery) => this.handle(handler, delivery),
    };
  }

  private async handle(handler: MessageHandler, { envelope, attempt }: Delivery): Promise<DeliveryOutcome> {
    const context = new EventContext(envelope, attempt, this.dataSource);
    try {
      const answer: unknown = await handler(envelope, context);
      if (isObservable(answer)) await lastValueFrom(answer, { defaultValue: undefined });
    } catch (error) {
      context.failures.push(error);
    }
    const outcome = outcomeOf(context.failures);
    if (outcome.kind !== 'done') {
      this.log.warn({ event: envelope.type, id: envelope.id, subject: envelope.subject, attempt, outcome: outcome.kind, reason: outcome.reason }, 'an event was not applied');
    }
    return outcome;
  }

  private get transportLog() {
    return {
      info: (fields: object, message: string) => this.log.log(fields, message),
      warn: (fields: object, message: string) => this.log.warn(fields, message),
      error: (fields: object, message: string) => this.log.error(fields, message),
    };
  }

  /** Called while the application still has its database: handlers that run are let end. */
  async close(): Promise<void> {
    await this.relay?.close();
    this.relay = undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  on(): void {
    throw new Error('The transport tells its own events');
  }

  unwrap<T>(): T {
    return this.transport as T;
  }
}
