import type { Channel } from 'amqplib';
import { bindingsOf } from './bindings.js';
import { declareRetry, declareTopology } from './rabbitmq-topology.js';
import { throwAwayNamespace } from './throw-away-namespace.js';

/** The arguments of every queue that a namespace has declared, retries and dead letters too. */
async function queuesOf(namespace: string): Promise<Map<string, Record<string, unknown>>> {
  const declared = new Map<string, Record<string, unknown>>();
  const channel = {
    assertExchange: () => Promise.resolve(),
    bindQueue: () => Promise.resolve(),
    assertQueue: (name: string, { arguments: given }: { arguments: Record<string, unknown> }) => Promise.resolve(declared.set(name, given)),
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
});
