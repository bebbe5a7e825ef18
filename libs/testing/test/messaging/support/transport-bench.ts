import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@shop/contracts/common';
import {
  createTransport,
  deleteNamespace,
  type EventTransport,
  type QueueBinding,
  type Subscription,
} from '@shop/messaging';
import { InterruptibleProxy, TEST_RETRY_DELAYS_MS, type TestTransport } from '../../../src/index.js';

/** The queue of one test, in a namespace of its own: its dead letters are nobody else's. */
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

/** A transport without services around it; what a test opens on it is closed, and its queue deleted, after the test. */
export class TransportBench {
  private readonly cleanups: (() => Promise<unknown>)[] = [];
  private queues = 0;

  constructor(readonly transport: TestTransport) {}

  get brokerUrl(): string {
    return this.transport.env.RABBITMQ_URL ?? this.transport.env.EVENTS_DATABASE_URL ?? '';
  }

  onCleanup(cleanup: () => Promise<unknown>): void {
    this.cleanups.unshift(cleanup);
  }

  async cleanUp(): Promise<void> {
    for (const cleanup of this.cleanups.splice(0)) await cleanup();
  }

  newQueue(type = 'thing.happened'): TestQueue {
    this.queues += 1;
    const namespace = `${this.transport.env.EVENTS_NAMESPACE ?? 'test'}-${this.queues}`;
    const queue = { namespace, type, queue: `${namespace}.test.${type}` };
    const { RABBITMQ_URL: url } = this.transport.env;
    if (url) this.onCleanup(() => deleteNamespace(url, namespace, [queue], TEST_RETRY_DELAYS_MS));
    return queue;
  }

  /** One process of a shop that has this queue only. */
  async connect(queue: TestQueue, { url = this.brokerUrl, queueExpiresMs = 1_800_000 } = {}): Promise<EventTransport> {
    const process = createTransport({
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

  /** The same broker over a connection that can be cut. */
  async proxied(): Promise<{ proxy: InterruptibleProxy; url: string }> {
    const proxy = await InterruptibleProxy.listenFor(this.brokerUrl);
    this.onCleanup(() => proxy.close());
    return { proxy, url: proxy.url(this.brokerUrl) };
  }
}

/** Subscribes one event at a time; without `handle` every event is done. Returns the subjects in the order in which they came. */
export async function readSubjects(
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
  };
  await process.subscribe([subscription]);
  return subjects;
}
