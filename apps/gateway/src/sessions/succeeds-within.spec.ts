import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { succeedsWithin } from './succeeds-within.js';

const TIMEOUT_MS = 200;

/** As a long collection of garbage does, or a machine that gives its time to others. */
const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * TIMEOUT_MS);

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

describe('an answer in time', () => {
  it('is one that was there before our own standstill was over', async () => {
    const [here, there] = await openLine();
    const ask = async (): Promise<void> => {
      const answered = once(here, 'data');
      there.write('yes');
      standStill();
      await answered;
    };
    // From here the timers have their turn before the sockets.
    await nextTurn();
    expect(await succeedsWithin(ask, TIMEOUT_MS)).toBe(true);
  });

  it('is one that takes several questions, the first of them asked before our own standstill', async () => {
    const ask = async (): Promise<void> => {
      standStill();
      for (let question = 0; question < 10; question += 1) await nextTurn();
    };
    await nextTurn();
    expect(await succeedsWithin(ask, TIMEOUT_MS)).toBe(true);
  });

  it('is none that does not come', async () => {
    expect(await succeedsWithin(never, TIMEOUT_MS)).toBe(false);
  });

  it('is no refusal', async () => {
    expect(await succeedsWithin(() => Promise.reject(new Error('down')), TIMEOUT_MS)).toBe(false);
  });
});
