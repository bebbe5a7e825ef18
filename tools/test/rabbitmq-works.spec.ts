import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { lookForServers } from './real-parts.ts';
import { rabbitmqWorks } from './rabbitmq-works.ts';

const LOCAL_RABBITMQ = 'amqp://guest:guest@127.0.0.1:5672';

/** A machine of CI has to have one. */
const isMet = process.env.CI === 'true' || (await lookForServers()).rabbitmq !== false;

describe('a RabbitMQ', () => {
  let mute: Server | undefined;
  afterEach(() => mute?.close());

  (isMet ? it : it.skip)(
    'works where it keeps a message and gives it back',
    async () => {
      expect(await rabbitmqWorks(LOCAL_RABBITMQ)).toBe(true);
    },
    30_000,
  ); // longer than it is waited for

  it('does not work where nothing listens', async () => {
    expect(await rabbitmqWorks('amqp://127.0.0.1:1', 2000)).toBe(false);
  });

  it('does not work where it takes calls and says nothing', async () => {
    mute = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    expect(await rabbitmqWorks(`amqp://127.0.0.1:${(mute.address() as AddressInfo).port}`, 300)).toBe(false);
  });
});
