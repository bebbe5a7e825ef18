import { allEvents, topology } from '@shop/contracts-all';
import {
  createBrokerDefinitions,
  DEFAULT_RETRY_DELAYS_MS,
  listQueueBindings,
  queueName,
} from '@shop/messaging/transport';

type Right = 'configure' | 'write' | 'read';
type Entry = Record<Right | 'user' | 'exchange' | 'name', string>;

const services = [...new Set(allEvents.map(({ owner }) => owner))];

describe.each(['shop', 'other-shop'])('the broker accounts of the namespace %s', (namespace) => {
  const definitions = createBrokerDefinitions(namespace, topology, 4) as unknown as Record<string, Entry[]>;
  const { permissions = [], topic_permissions: topics = [], queues = [], exchanges = [] } = definitions;
  const listAccounts = (right: Right, resource: string): string[] =>
    permissions.filter((entry) => new RegExp(entry[right]).test(resource)).map(({ user }) => user);
  const listPublishers = (exchange: string, key: string): string[] =>
    listAccounts('write', exchange).filter((user) =>
      topics.some((entry) => entry.user === user && entry.exchange === exchange && new RegExp(entry.write).test(key)),
    );
  const events = `${namespace}.events`;

  it('are those of the services and of the gateway', () => {
    expect(permissions.map(({ user }) => user)).toEqual([...services, 'gateway']);
  });

  it('let only the owner of an event publish it, and no account commands', () => {
    const publishers = allEvents.map(({ type }) => [type, listPublishers(events, type)]);
    expect(publishers).toEqual(allEvents.map(({ type, owner }) => [type, [owner]]));
    expect(listPublishers(events, 'republish.user')).toEqual([]);
    expect(listPublishers(events, 'order.paid.more')).toEqual([]);
  });

  it('let only its service read a queue, and return messages to it', () => {
    const owned = services.flatMap((service) =>
      listQueueBindings(namespace, topology)
        .filter(({ queue, type }) => queue === queueName(namespace, service, type))
        .map(({ queue }) => ({ queue, service })),
    );
    expect(owned).toHaveLength(listQueueBindings(namespace, topology).length);
    for (const { queue, service } of owned) {
      expect(listAccounts('read', queue)).toEqual([service]);
      for (const delayMs of DEFAULT_RETRY_DELAYS_MS)
        expect(listPublishers(`${namespace}.retries.${delayMs}`, queue)).toEqual([service]);
    }
  });

  it('have a rule for the keys of each exchange that they may write to', () => {
    const unlimited = exchanges.flatMap(({ name }) =>
      listAccounts('write', name).filter(
        (user) => !topics.some((entry) => entry.user === user && entry.exchange === name),
      ),
    );
    expect(exchanges.length).toBeGreaterThan(DEFAULT_RETRY_DELAYS_MS.length);
    expect(unlimited).toEqual([]);
  });

  it('can change or delete nothing, and not use the default exchange', () => {
    const names = [...queues, ...exchanges].map(({ name }) => name);
    expect(names.flatMap((name) => listAccounts('configure', name))).toEqual([]);
    expect(queues.flatMap(({ name }) => listAccounts('write', name))).toEqual([]);
    expect(listAccounts('write', 'amq.default')).toEqual([]);
  });
});
