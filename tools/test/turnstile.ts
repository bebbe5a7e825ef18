import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const HERE = '127.0.0.1';

export interface Turnstile {
  port: number;
  /** How many have come: who has the turn, and all who wait for theirs. */
  present(): number;
  close(): Promise<void>;
}

/** Lets processes go one after another, in the order they came. A connection that ends, be it by its process' death, gives the turn on. */
export async function openTurnstile(): Promise<Turnstile> {
  const present = new Set<Socket>();
  let before = Promise.resolve();
  const server = createServer((socket) => {
    present.add(socket);
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve(void present.delete(socket))));
    socket.on('error', () => undefined).resume(); // 'close' follows both
    before = before.then(() => {
      if (!socket.destroyed) socket.write('.');
      return gone;
    });
  });
  await once(server.listen(0, HERE), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    present: () => present.size,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of present) socket.destroy();
      await closed;
    },
  };
}

/** What `action` gives, once it is its turn at the turnstile on this port. Throws where that is gone, or closes meanwhile. */
export async function inTurn<T>(port: number, action: () => Promise<T>): Promise<T> {
  const socket = connect(port, HERE);
  try {
    await turnOf(socket);
    return await action();
  } finally {
    socket.destroy();
  }
}

function turnOf(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve());
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('The turnstile was closed.')));
  });
}
