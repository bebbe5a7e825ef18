import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@shop/contracts-common';
import {
  createTransport,
  deleteNamespace,
  type EventTransport,
  type FailedMessage,
  type QueueBinding,
  type Subscription,
} from '@shop/messaging';
import { TEST_RETRY_DELAYS_MS, type TestTransport } from '@shop/testing';
import { InterruptibleProxy } from '@shop/testing-database';

/** The queue of one test, in its own namespace, so that dead letters of other tests do not interfere. */
export interface TestQueue extends QueueBinding {
  namespace: string;
}

export const envelopeOf = (type: string, subject: string, data: object = {}): EventEnvelope => ({
  specversion: '1.0',
  id: randomUUID(),
  type,
  source: '/test',
  subject,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  sequence: 1,
  data,
});

/** A transport without services. `cleanUp` closes what the test opened and deletes its queues. */
export class TransportFixture {
  private readonly cleanups: (() => Promise<unknown>)[] = [];
  private queueCount = 0;
  /** What the subscriptions of the test stored. */
  readonly deadLetters: (FailedMessage & { queue: string })[] = [];

  constructor(readonly transport: TestTransport) {}

  get brokerUrl(): string {
    return this.transport.env.RABBITMQ_URL ?? this.transport.env.EVENTS_DATABASE_URL ?? '';
  }

  onCleanup(cleanup: () => Promise<unknown>): void {
    this.cleanups.unshift(cleanup);
  }

  async cleanUp(): Promise<void> {
    for (const cleanup of this.cleanups.splice(0)) await cleanup();
    this.deadLetters.length = 0;
  }

  newQueue(type = 'thing.happened'): TestQueue {
    this.queueCount += 1;
    const namespace = `${this.transport.env.EVENTS_NAMESPACE ?? 'test'}-${this.queueCount}`;
    const queue = { namespace, type, queue: `${namespace}.test.${type}` };
    const { RABBITMQ_URL: url } = this.transport.env;
    if (url) this.onCleanup(() => deleteNamespace(url, namespace, [queue], TEST_RETRY_DELAYS_MS));
    return queue;
  }

  /** A transport of a process in a shop with this queue only. */
  async connect(queue: TestQueue, { url = this.brokerUrl, queueExpiresMs = 1_800_000 } = {}): Promise<EventTransport> {
    const process = await createTransport({
      service: 'test',
      [this.transport.name === 'rabbitmq' ? 'rabbitmqUrl' : 'databaseUrl']: url,
      namespace: queue.namespace,
      retryDelaysMs: TEST_RETRY_DELAYS_MS,
      queueExpiresMs,
    });
    this.onCleanup(() => process.close());
    await process.start([queue]);
    return process;
  }

  /** A proxy to the broker that tests can interrupt. */
  async openProxy(): Promise<{ proxy: InterruptibleProxy; url: string }> {
    const proxy = await InterruptibleProxy.listenFor(this.brokerUrl);
    this.onCleanup(() => proxy.close());
    return { proxy, url: proxy.url(this.brokerUrl) };
  }

  async storeDeadLetter(message: FailedMessage & { queue: string }): Promise<void> {
    this.deadLetters.push(message);
  }

  /** Subscribes with concurrency 1. Without `handle` every event succeeds. Returns the list to which received subjects are added. */
  async readSubjects(
    process: EventTransport,
    { queue, type }: QueueBinding,
    handle: Subscription['handle'] = () => Promise.resolve({ kind: 'done' }),
  ): Promise<string[]> {
    const subjects: string[] = [];
    const subscription: Subscription = {
      queue,
      type,
      concurrency: 1,
      handle: (delivery) => {
        subjects.push(delivery.envelope.subject);
        return handle(delivery);
      },
      storeDeadLetter: (message) => this.storeDeadLetter({ ...message, queue }),
    };
    await process.subscribe([subscription]);
    return subjects;
  }
}
