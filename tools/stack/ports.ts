import { createServer, type Server } from 'node:net';
import { somethingListens } from './probes.ts';
import { StartRefusal } from './start-refusal.ts';

/** Below the range from which systems take the port of an outgoing connection (Linux: from 32768), so that none of ours is taken between choice and use. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** As many free ports of 127.0.0.1 as asked for, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  try {
    for (let attempts = 0; held.length < count; attempts += 1) {
      if (attempts > 500)
        throw new StartRefusal(`No free port was found between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
      const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
      const server = await listen('127.0.0.1', port).catch(() => undefined);
      if (server) held.push(server);
    }
    return held.map(portOf);
  } finally {
    await Promise.all(held.map(close));
  }
}

/** The public port, seen to be free; 0 becomes a free one. Throws StartRefusal where it is taken or not allowed. */
export async function claimPublicPort(host: string, port: number): Promise<number> {
  if (port === 0) return (await freePorts(1))[0] as number;
  const refusal = takenSentence(port);
  try {
    await close(await listen(host, port));
  } catch (error) {
    throw new StartRefusal(whyNot(error as NodeJS.ErrnoException, host, port));
  }
  // A server on the other loopback address would answer browsers that resolve "localhost" to it.
  const local = ['127.0.0.1', '::1'].filter((address) => address !== host);
  const taken = await Promise.all(local.map((address) => somethingListens(address, port)));
  if (taken.includes(true)) throw new StartRefusal(refusal);
  return port;
}

function takenSentence(port: number): string {
  return `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`;
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return takenSentence(port);
  if (error.code === 'EACCES')
    return `Port ${port} may only be opened by root. Choose one from 1024 up: PORT=3000 npm start`;
  return `The shop can't listen on ${host}:${port} (${error.code ?? error.message}). Check HOST and PORT.`;
}

function listen(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
