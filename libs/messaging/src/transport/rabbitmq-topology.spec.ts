import type { Channel } from 'amqplib';
import { bindingsOf } from './bindings.js';
import { declareRetry, declareTopology } from './rabbitmq-topology.js';

type QueueArguments = Record<string, unknown>;

/** A channel of a broker of this version, and the arguments of the queues that are declared on it. */
function recordingChannel(version = '3.10.8'): { channel: Channel; queues: Map<string, QueueArguments> } {
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

/** Every queue of a shop: those of the subscriptions, of dead letters and of a retry. */
async function queuesOf(queueExpiresMs?: number, version?: string): Promise<Map<string, QueueArguments>> {
  const { channel, queues } = recordingChannel(version);
  const topology = { namespace: 'shop', queueExpiresMs };
  await declareTopology(channel, topology, bindingsOf('shop'));
  await declareRetry(channel, topology, 1_000);
  return queues;
}

describe('the queues on a RabbitMQ', () => {
  it('stay until somebody deletes them, all of them quorum queues', async () => {
    const queues = [...(await queuesOf()).values()];
    expect(queues).toHaveLength(bindingsOf('shop').length + 2);
    expect(queues.filter((given) => given['x-queue-type'] !== 'quorum' || 'x-expires' in given)).toEqual([]);
  });

  it('expire, every one, where an expiry is set', async () => {
    const queues = [...(await queuesOf(86_400_000)).values()];
    expect(queues).toHaveLength(bindingsOf('shop').length + 2);
    expect(queues.filter((given) => given['x-expires'] !== 86_400_000)).toEqual([]);
  });

  it.each([
    ['3.13.7', undefined],
    ['4.0.1', -1],
    ['4.2.0', -1],
    ['10.1.0', -1],
  ])('keep dead letters however often they are looked at: RabbitMQ %s has a limit of %s', async (version, limit) => {
    expect((await queuesOf(undefined, version)).get('shop.dead')?.['x-delivery-limit']).toBe(limit);
  });

  it('are used as they are where they exist with other arguments, and declared where they are gone', async () => {
    const refusal = (code: number) => Promise.reject(Object.assign(new Error(String(code)), { code }));
    const calls: string[] = [];
    const channelOf = (existing: 'with other arguments' | 'gone') =>
      ({
        ...recordingChannel().channel,
        assertQueue: () => {
          calls.push('assert');
          return existing === 'gone' ? Promise.resolve() : refusal(406);
        },
        checkQueue: () => {
          calls.push('check');
          return existing === 'gone' ? refusal(404) : Promise.resolve();
        },
      }) as unknown as Channel;
    const declare = (channel: Channel) => declareTopology(channel, { namespace: 'older-shop' }, []);
    await expect(declare(channelOf('with other arguments'))).rejects.toThrow('406');
    await declare(channelOf('with other arguments'));
    await expect(declare(channelOf('gone'))).rejects.toThrow('404');
    await declare(channelOf('gone'));
    expect(calls).toEqual(['assert', 'check', 'check', 'assert']);
  });
});
