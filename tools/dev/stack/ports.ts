import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import getPort, { portNumbers } from 'get-port';
import { StartError } from '../../ops/shop/start-error.ts';

/** Not from the range for outgoing connections (Linux: from 32768), as one could take the port before its use. */
export function freePort(): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 11_000);
  return getPort({ host: '127.0.0.1', port: portNumbers(first, first + 500) });
}

export async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const entries = await Promise.all(names.map(async (name) => [name, await freePort()] as const));
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** Throws StartError if the public port is still in use after `waitMs`. */
export async function checkPublicPort(host: string, port: number, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  // Browsers resolve "localhost" to either loopback address, so both must be free.
  for (const address of new Set([host, '127.0.0.1', '::1'])) {
    let code = await tryPort(address, port);
    for (; code === 'EADDRINUSE' && Date.now() < deadline; code = await tryPort(address, port)) await delay(100);
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      );
    if (code && address === host) throw new StartError(`The shop can't listen on ${host}:${port} (${code}).`);
  }
}

async function tryPort(host: string, port: number): Promise<string | undefined> {
  const server = createServer().listen({ host, port, exclusive: true });
  const code = await once(server, 'listening').catch((error: NodeJS.ErrnoException) => error.code);
  server.close();
  return typeof code === 'string' ? code : undefined;
}
