import type { Channel } from 'amqplib';
import { bindingsOf } from './bindings.js';
import { declareRetry, declareTopology } from './rabbitmq-topology.js';
import { throwAwayNamespace } from './throw-away-namespace.js';

/** The arguments of every queue that a namespace has declared, retries and dead letters too, on a broker of this version. */
async function queuesOf(namespace: string, version = '3.10.8'): Promise<Map<string, Record<string, unknown>>> {
  const declared = new Map<string, Record<string, unknown>>();
  const channel = {
    connection: { serverProperties: { version } },
    assertExchange: () => Promise.resolve(),
    bindQueue: () => Promise.resolve(),
    assertQueue: (name: string, { arguments: given }: { arguments: Record<string, unknown> }) =>
      Promise.resolve(declared.set(name, given)),
  } as unknown as Channel;
  await declareTopology(channel, namespace, bindingsOf(namespace));
  await declareRetry(channel, namespace, 1_000);
  return declared;
}

describe('the queues on a RabbitMQ', () => {
  it('stay until somebody deletes them, all of them quorum queues', async () => {
    const queues = [...(await queuesOf('shop')).values()];
    expect(queues).toHaveLength(bindingsOf('shop').length + 2);
    expect(queues.filter((given) => given['x-queue-type'] !== 'quorum' || 'x-expires' in given)).toEqual([]);
  });

  it('go by themselves once nobody has used them for half an hour, where the shop is one to be thrown away', async () => {
    const namespace = throwAwayNamespace();
    const queues = await queuesOf(namespace);
    expect(queues.size).toBe(bindingsOf(namespace).length + 2);
    expect([...queues].filter(([, given]) => given['x-expires'] !== 30 * 60_000)).toEqual([]);
  });

  it('are those of one such shop only', () => {
    expect(throwAwayNamespace()).toMatch(/^throwaway-[0-9a-f]{10}$/); // EVENTS_NAMESPACE takes it
    expect(throwAwayNamespace()).not.toBe(throwAwayNamespace());
  });

  it.each([
    ['3.13.7', undefined],
    ['4.0.1', -1],
    ['4.2.0', -1],
    ['10.1.0', -1],
  ])('keep dead letters however often they are looked at: RabbitMQ %s has a limit of %s', async (version, limit) => {
    expect((await queuesOf('shop', version)).get('shop.dead')?.['x-delivery-limit']).toBe(limit);
  });

  it('are taken as they are where an earlier version of the shop made the one for dead letters', async () => {
    const asked: unknown[] = [];
    const channel = {
      connection: { serverProperties: { version: '4.2.0' } },
      assertExchange: () => Promise.resolve(),
      assertQueue: (_: string, { arguments: given }: { arguments: Record<string, unknown> }) => {
        asked.push(given['x-delivery-limit']);
        return 'x-delivery-limit' in given
          ? Promise.reject(Object.assign(new Error('PRECONDITION_FAILED'), { code: 406 }))
          : Promise.resolve();
      },
    } as unknown as Channel;
    await expect(declareTopology(channel, 'older-shop', [])).rejects.toThrow('PRECONDITION_FAILED');
    await declareTopology(channel, 'older-shop', []); // with the next connection
    expect(asked).toEqual([-1, undefined]);
  });
});
