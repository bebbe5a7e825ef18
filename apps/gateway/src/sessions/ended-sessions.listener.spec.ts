import { setImmediate as nextTurn } from 'node:timers/promises';
import { succeedsWithin } from './ended-sessions.listener.js';

const TIMEOUT_MS = 200;

/** Blocks the event loop, like a long garbage collection or a busy machine. */
const blockEventLoop = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * TIMEOUT_MS);

const never = (): Promise<void> => new Promise(() => undefined);

describe('succeedsWithin', () => {
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
