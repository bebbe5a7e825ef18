import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { succeedsWithin } from './ended-sessions.listener.js';

const TIMEOUT_MS = 200;

/** Blocks the event loop, like a long garbage collection or a busy machine. */
const blockEventLoop = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * TIMEOUT_MS);

let close: () => void = () => undefined;
afterAll(() => close());

const never = (): Promise<void> => new Promise(() => undefined);

async function openLine(): Promise<[here: Socket, there: Socket]> {
  const server = createServer();
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const here = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[there]] = await Promise.all([accepted, once(here, 'connect')]);
  close = () => {
    here.destroy();
    there.destroy();
    server.close();
  };
  return [here, there];
}

describe('succeedsWithin', () => {
  it('accepts a response that arrived while the event loop was blocked', async () => {
    const [here, there] = await openLine();
    const ask = async (): Promise<void> => {
      const answered = once(here, 'data');
      there.write('yes');
      blockEventLoop();
      await answered;
    };
    // After this turn, timers run before socket events.
    await nextTurn();
    expect(await succeedsWithin(ask, TIMEOUT_MS)).toBe(true);
  });

  it('accepts several round trips after the event loop was blocked', async () => {
    const ask = async (): Promise<void> => {
      blockEventLoop();
      for (let roundTrip = 0; roundTrip < 10; roundTrip += 1) await nextTurn();
    };
    await nextTurn();
    expect(await succeedsWithin(ask, TIMEOUT_MS)).toBe(true);
  });

  it('rejects work that never ends', async () => {
    expect(await succeedsWithin(never, TIMEOUT_MS)).toBe(false);
  });

  it('rejects work that fails', async () => {
    expect(await succeedsWithin(() => Promise.reject(new Error('down')), TIMEOUT_MS)).toBe(false);
  });
});
