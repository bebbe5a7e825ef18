import { setTimeout as delay, setImmediate as untilEventsAreRead } from 'node:timers/promises';
import { isAlive, npmAbove } from './processes.ts';
import { StartRefusal } from './start-refusal.ts';

interface Stoppable {
  stop: () => Promise<void>;
}

/** A terminal's Ctrl-C reaches the runner twice, by itself and through npm: both are one wish. */
const SAME_WISH_MS = 2000;
const NPM_CHECK_EVERY_MS = 500;
/** A terminal's Ctrl-C also reaches a program that the start runs, and that one's end may be heard of first. */
const SAME_MOMENT_MS = 250;

/** Starts something, and stops it at Ctrl-C, SIGTERM, SIGHUP and when the npm that started it is gone. Sets the exit code. */
export async function runUntilStopped(start: (signal: AbortSignal) => Promise<Stoppable>): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined); // a closed terminal must not cut the stop short
  const givenUp = new AbortController();
  const stopped = untilAskedToStop();
  const starting = start(givenUp.signal);
  let hasStarted = false;
  try {
    const first = await Promise.race([starting, stopped.then(() => undefined)]);
    hasStarted = first !== undefined;
    if (first) await stopped;
    console.log('\nStopping …');
    const began = Date.now();
    if (!first) givenUp.abort();
    await (await starting).stop();
    console.log(`Everything is stopped (${((Date.now() - began) / 1000).toFixed(1)} s). The data is kept.`);
    process.exit(0);
  } catch (error) {
    const isGivenUp = !hasStarted && (await Promise.race([stopped.then(() => true), sameMoment().then(() => false)]));
    if (isGivenUp) {
      console.log('The start was given up; nothing is left running.');
      process.exit(130);
    }
    console.error(error instanceof StartRefusal ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/** After a stall the timer is due before what came meanwhile is read. */
async function sameMoment(): Promise<void> {
  await delay(SAME_MOMENT_MS);
  await untilEventsAreRead();
}

function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt = 0;
    const ask = (): void => {
      if (askedAt > 0 && Date.now() - askedAt > SAME_WISH_MS) process.exit(1); // asked again: the services end by themselves when the runner is gone
      askedAt ||= Date.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
    whenNpmIsGone(ask);
  });
}

/** A killed npm tells nobody; without this the runner would stay behind, unseen. */
function whenNpmIsGone(act: () => void): void {
  const npm = npmAbove();
  if (!npm) return;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    act();
  }, NPM_CHECK_EVERY_MS);
  timer.unref();
}
