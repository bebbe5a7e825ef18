import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((own) => own.address === address));

/** The addresses at which this machine reaches itself: not every one has IPv6. */
export const LOOPBACKS = ['127.0.0.1', '::1'].filter(isOwn);

/** A server that listens there, and answers nothing; without a port at any that is free. */
export function listenOn(host: string, port = 0): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
