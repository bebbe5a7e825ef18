/** The rights of the services' accounts on a real broker. */
import { sessionEnded } from '@shop/contracts-identity';
import { listBroadcasts, topology } from '@shop/contracts-all';
import {
  createBrokerDefinitions,
  createTransport,
  listQueueBindings,
  type DeliveryOutcome,
  type EventTransport,
} from '@shop/messaging';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { openTestVhost, testEnvironment, waitFor } from '@shop/testing-database';
import { newVhostName } from '@shop/testing-database';
import { envelopeOf } from './support/transport-fixture.js';

const OWN_QUEUE = 'order-svc.order.refunded';
const FOREIGN_QUEUE = 'art-svc.order.paid';
const content = Buffer.from('{}');

const { rabbitmqUrl } = testEnvironment;
/** Null without RabbitMQ, and without permission to create virtual hosts and accounts. */
const broker = rabbitmqUrl ? await openBroker(rabbitmqUrl) : null;

async function openBroker(url: string) {
  const vhost = await openTestVhost(newVhostName(), url);
  if (!vhost?.importAccounts) return null;
  const connection = await amqp.connect(vhost.url);
  const version = Number.parseInt(connection.connection.serverProperties.version, 10);
  await connection.close();
  const getUrl = await vhost.importAccounts(createBrokerDefinitions('shop', topology, version));
  return { operatorUrl: vhost.url, getUrl, close: vhost.close };
}

describe('accounts of the broker', () => {
  if (!broker) {
    it.skip('need RabbitMQ, and permission to create virtual hosts and accounts', () => undefined);
    return;
  }
  const { operatorUrl, getUrl, close: closeBroker } = broker;
  const closings: (() => Promise<unknown>)[] = [closeBroker];
  let channel: Channel;

  const connect = async (url: string): Promise<ChannelModel> => {
    const connection = await amqp.connect(url);
    connection.on('error', () => undefined);
    closings.unshift(() => connection.close());
    return connection;
  };
  const problems: string[] = [];
  const report = (_: object, message: string): void => void problems.push(message);
  const log = { info: report, warn: report, error: report };
  const start = async (service: string, url = getUrl(service)): Promise<EventTransport> => {
    const transport = await createTransport({
      service,
      rabbitmqUrl: url,
      namespace: 'shop',
      retryDelaysMs: [1_000],
      log,
    });
    closings.unshift(() => transport.close());
    await transport.start(service === 'gateway' ? [] : listQueueBindings('shop', topology));
    return transport;
  };
  const receive = async (
    transport: EventTransport,
    handle: (attempt: number) => DeliveryOutcome = () => ({ kind: 'done' }),
  ): Promise<string[]> => {
    const subjects: string[] = [];
    const subscription = {
      queue: OWN_QUEUE,
      type: 'order.refunded',
      concurrency: 1,
      handle: ({ envelope, attempt }: { envelope: { subject: string }; attempt: number }) => {
        subjects.push(envelope.subject);
        return Promise.resolve(handle(attempt));
      },
      storeDeadLetter: () => Promise.resolve(),
    };
    await transport.subscribe([subscription]);
    return subjects;
  };
  beforeEach(async () => {
    channel = await (await connect(getUrl('order-svc'))).createChannel();
    channel.on('error', () => undefined);
  });
  afterAll(async () => {
    for (const close of closings) await close();
  }, 60_000);

  it('let a service publish, receive and retry its events', async () => {
    const service = await start('order-svc');
    const subjects = await receive(service, (attempt) =>
      attempt === 1 ? { kind: 'retry', reason: 'not yet' } : { kind: 'done' },
    );
    await service.publish([envelopeOf('order.refunded', 'order/1')]);
    await waitFor(() => expect(subjects).toEqual(['order/1', 'order/1']));
    await service.checkConnection();
    await service.close();
  });

  it("refuse events of another service, and continue with the account's own", async () => {
    const service = await start('order-svc');
    await expect(service.publish([envelopeOf('artwork.completed', 'artwork/1')])).rejects.toThrow(/closed/i);
    await waitFor(() => service.publish([envelopeOf('order.placed', 'order/1')]));
  });

  const refused = expect.objectContaining({ code: 403 }) as Error;
  const refusePublish = (exchange: string, routingKey: string): Promise<unknown> =>
    new Promise((resolve) => {
      channel.once('error', resolve);
      channel.publish(exchange, routingKey, content);
    });

  it("refuse to read another service's queue", async () => {
    await expect(channel.get(FOREIGN_QUEUE)).rejects.toEqual(refused);
  });

  it('refuse to delete queues', async () => {
    await expect(channel.deleteQueue(FOREIGN_QUEUE)).rejects.toEqual(refused);
  });

  it("refuse to bind another service's queue", async () => {
    await expect(channel.bindQueue(FOREIGN_QUEUE, 'shop.events', 'order.placed')).rejects.toEqual(refused);
  });

  it.each([
    ['the exchange of events', 'shop.events', 'artwork.completed'],
    ['the exchange of a retry', 'shop.retries.1000', FOREIGN_QUEUE],
    ['the default exchange', '', FOREIGN_QUEUE],
  ])("refuse to reach another service's queue through %s", async (_, exchange, routingKey) => {
    expect(await refusePublish(exchange, routingKey)).toEqual(refused);
  });

  it.each(['gateway', 'catalog-svc'] as const)('let %s receive its broadcasts', async (account) => {
    const definitions = listBroadcasts(account);
    const listener = await start(account);
    const received: string[] = [];
    const types = definitions.map(({ type }) => type);
    await listener.subscribeBroadcast(types, ({ type }) => received.push(type));
    for (const { owner, type } of definitions) await (await start(owner)).publish([envelopeOf(type, 'subject/1')]);
    await waitFor(() => expect(received).toEqual(types));
    await listener.checkConnection();
  });

  it('let the gateway publish nothing and receive nothing else', async () => {
    const gateway = await start('gateway');
    await expect(gateway.publish([envelopeOf(sessionEnded.type, 'user/1')])).rejects.toThrow();
    const own = await (await connect(getUrl('gateway'))).createChannel();
    own.on('error', () => undefined);
    const { queue } = await own.assertQueue('', { exclusive: true });
    await expect(own.bindQueue(queue, 'shop.events', 'order.paid')).rejects.toEqual(refused);
  });

  it('let the operator declare the same queues and send commands to each', async () => {
    const service = await start('order-svc');
    const subjects = await receive(service);
    problems.length = 0;
    const operator = await start('operator', operatorUrl);
    expect(problems).toEqual([]);
    await operator.sendToQueue(OWN_QUEUE, envelopeOf('order.refunded', 'order/2'));
    await waitFor(() => expect(subjects).toEqual(['order/2']));
  });
});
