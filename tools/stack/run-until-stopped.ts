import { once } from 'node:events';
import { StartError } from '../shop/start-error.ts';

// Ctrl-C in a terminal reaches the runner twice: directly and through its parent.
const SAME_SIGNAL_MS = 2000;

/** Starts a shop and stops it at Ctrl-C, SIGTERM, SIGHUP and at the end of tools/start.mjs. Exits the process. */
export async function runUntilStopped(
  start: (signal: AbortSignal) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> {
  const asked = new AbortController();
  let askedAt = Infinity;
  const ask = (event?: unknown): void => {
    if (event === 'SIGINT' && Date.now() - askedAt > SAME_SIGNAL_MS) process.exit(1); // the services notice and stop by themselves
    askedAt = Math.min(askedAt, Date.now());
    if (!asked.signal.aborted) console.log('\nStopping …');
    asked.abort();
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, ask);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // a closed terminal
  try {
    const shop = await start(asked.signal);
    if (!asked.signal.aborted) await once(asked.signal, 'abort');
    await shop.stop();
    console.log('Everything is stopped. The data is kept.');
    process.exit(0);
  } catch (error) {
    if (asked.signal.aborted) console.log('The start was given up; nothing is left running.');
    else console.error(error instanceof StartError ? `\n${error.message}` : error);
    process.exit(asked.signal.aborted ? 130 : 1);
  }
}
