import type { AddressInfo } from 'node:net';
import { chooseParts, type Parts } from './parts.ts';
import { freePorts } from './ports.ts';
import { refuseSilentServers } from './silent-servers.ts';
import { listenOn, LOOPBACKS } from './test/loopback.ts';

const found = (): Promise<boolean> => Promise.resolve(true);
/** With both found on this machine, so that only what is given can be refused. */
const partsOf = (env: NodeJS.ProcessEnv): Promise<Parts> =>
  chooseParts(env, false, { rabbitmqAnswers: found, redisAnswers: found });
const given = [
  ['RABBITMQ_URL', 'amqp://shop:secret@'],
  ['REDIS_URL', 'redis://:secret@'],
] as const;

describe.each(given)('a start with %s', (variable, scheme) => {
  it.each(['127.0.0.1', '[::1]'])(
    'at %s, where nothing answers, is refused with the variable and without the password',
    async (host) => {
      const [port] = (await freePorts(1)) as [number];
      await expect(refuseSilentServers(await partsOf({ [variable]: `${scheme}${host}:${port}` }))).rejects.toThrow(
        `Nothing answers at ${host}:${port}, which ${variable} names. Start it, or take the variable away.`,
      );
    },
  );

  it('that is no address is refused', async () => {
    await expect(refuseSilentServers(await partsOf({ [variable]: 'my broker' }))).rejects.toThrow(
      `${variable} is not an address.`,
    );
  });

  it.each(LOOPBACKS)('where something listens on %s goes on', async (host) => {
    const server = await listenOn(host);
    const { port } = server.address() as AddressInfo;
    await expect(
      refuseSilentServers(await partsOf({ [variable]: `${scheme}${host.includes(':') ? `[${host}]` : host}:${port}` })),
    ).resolves.toBeUndefined();
    server.close();
  });
});

it('asks nobody that was not given', async () => {
  const parts = await partsOf({});
  parts.events.url = parts.cache.url = 'amqp://127.0.0.1:1';
  await expect(refuseSilentServers(parts)).resolves.toBeUndefined();
});
