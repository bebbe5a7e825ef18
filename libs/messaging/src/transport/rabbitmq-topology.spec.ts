import type { Channel } from 'amqplib';
import { declareRetry, declareTopology } from './rabbitmq-topology.js';

const BINDINGS = [
  { queue: 'order-svc.product.saved', type: 'product.saved' },
  { queue: 'art-svc.order.paid', type: 'order.paid' },
];

type QueueArguments = Record<string, unknown>;

/** A channel of a broker of this version that records the arguments of declared queues. */
function createRecordingChannel(version = '3.10.8'): { channel: Channel; queues: Map<string, QueueArguments> } {
  const queues = new Map<string, QueueArguments>();
  const channel = {
    connection: { serverProperties: { version } },
    assertExchange: () => Promise.resolve(),
    bindQueue: () => Promise.resolve(),
    assertQueue: (name: string, options: { arguments: QueueArguments }) =>
      Promise.resolve(queues.set(name, options.arguments)),
  } as unknown as Channel;
  return { channel, queues };
}

/** Declares the queues of these bindings, of dead letters and of one retry, and returns their arguments. */
async function declareQueues(queueExpiresMs?: number, version?: string): Promise<Map<string, QueueArguments>> {
  const { channel, queues } = createRecordingChannel(version);
  const topology = { namespace: 'shop', queueExpiresMs };
  await declareTopology(channel, topology, BINDINGS);
  await declareRetry(channel, topology, 1_000);
  return queues;
}

describe('RabbitMQ queues', () => {
  it('are permanent quorum queues', async () => {
    const queues = [...(await declareQueues()).values()];
    expect(queues).toHaveLength(BINDINGS.length + 2);
    expect(queues.filter((given) => given['x-queue-type'] !== 'quorum' || 'x-expires' in given)).toEqual([]);
  });

  it('all expire if an expiry is set', async () => {
    const queues = [...(await declareQueues(86_400_000)).values()];
    expect(queues).toHaveLength(BINDINGS.length + 2);
    expect(queues.filter((given) => given['x-expires'] !== 86_400_000)).toEqual([]);
  });

  it.each([
    ['3.13.7', undefined],
    ['4.0.1', -1],
    ['4.2.0', -1],
    ['10.1.0', -1],
  ])('do not lose dead letters that are read often: delivery limit on RabbitMQ %s is %s', async (version, limit) => {
    expect((await declareQueues(undefined, version)).get('shop.dead')?.['x-delivery-limit']).toBe(limit);
  });

  it('are used unchanged if they exist with other arguments, and declared again after deletion', async () => {
    const rejectWith = (code: number) => Promise.reject(Object.assign(new Error(String(code)), { code }));
    const calls: string[] = [];
    const channelOf = (existing: 'with other arguments' | 'gone') =>
      ({
        ...createRecordingChannel().channel,
        assertQueue: () => {
          calls.push('assert');
          return existing === 'gone' ? Promise.resolve() : rejectWith(406);
        },
        checkQueue: () => {
          calls.push('check');
          return existing === 'gone' ? rejectWith(404) : Promise.resolve();
        },
      }) as unknown as Channel;
    const declare = (channel: Channel) => declareTopology(channel, { namespace: 'older-shop' }, []);
    await expect(declare(channelOf('with other arguments'))).rejects.toThrow('406');
    await declare(channelOf('with other arguments'));
    await expect(declare(channelOf('gone'))).rejects.toThrow('404');
    await declare(channelOf('gone'));
    expect(calls).toEqual(['assert', 'check', 'check', 'assert']);
  });

  it('are only checked with an account that may not declare', async () => {
    const calls: string[] = [];
    const channel = {
      ...createRecordingChannel().channel,
      assertExchange: () => Promise.reject(Object.assign(new Error('403'), { code: 403 })),
      checkExchange: (name: string) => Promise.resolve(calls.push(name)),
      checkQueue: (name: string) => Promise.resolve(calls.push(name)),
    } as unknown as Channel;
    const topology = { namespace: 'shop' };
    const bindings = [{ queue: 'order-svc.product.saved', type: 'product.saved' }];
    await expect(declareTopology(channel, topology, bindings)).rejects.toThrow('403');
    await declareTopology(channel, topology, bindings);
    expect(await declareRetry(channel, topology, 1_000)).toBe('shop.retries.1000');
    expect(calls).toEqual([
      ...['shop.events', 'shop.dead', 'order-svc.product.saved'],
      ...['shop.retries.1000', 'shop.retry.1000'],
    ]);
  });
});
