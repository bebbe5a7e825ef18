import { once } from 'node:events';
import { StartError } from '../../ops/shop/start-error.ts';

// Ctrl-C in a terminal reaches the runner twice: directly and through its parent.
const SAME_SIGNAL_MS = 2000;

/** Starts a shop and stops it at Ctrl-C, SIGTERM, SIGHUP and at the end of tools/start.mjs. Exits the process. */
export async function runUntilStopped(
  start: (signal: AbortSignal) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> {
  const stopRequest = new AbortController();
  let requestedAt = Infinity;
  const requestStop = (event?: unknown): void => {
    if (event === 'SIGINT' && Date.now() - requestedAt > SAME_SIGNAL_MS) process.exit(1); // the services notice it and stop
    requestedAt = Math.min(requestedAt, Date.now());
    if (!stopRequest.signal.aborted) console.log('\nStopping …');
    stopRequest.abort();
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, requestStop);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // a closed terminal
  try {
    const shop = await start(stopRequest.signal);
    if (!stopRequest.signal.aborted) await once(stopRequest.signal, 'abort');
    await shop.stop();
    console.log('Everything is stopped. The data is kept.');
    process.exit(0);
  } catch (error) {
    if (stopRequest.signal.aborted) console.log('The start was given up; nothing is left running.');
    else console.error(error instanceof StartError ? `\n${error.message}` : error);
    process.exit(stopRequest.signal.aborted ? 130 : 1);
  }
}
