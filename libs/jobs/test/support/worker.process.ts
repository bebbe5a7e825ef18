import { setTimeout as delay } from 'node:timers/promises';
import { startJobsApp } from './jobs-app.js';

const { DATABASE_URL = '', SHOULD_WAIT, CLOCK_START_MS, TAKEOVER_AFTER_MS } = process.env;

/** The clock starts at CLOCK_START_MS, if it is set. */
const RealDate = Date;
const offsetMs = CLOCK_START_MS ? Number(CLOCK_START_MS) - RealDate.now() : 0;
globalThis.Date = class extends RealDate {
  constructor(...args: []) {
    super(...(args.length === 0 ? ([RealDate.now() + offsetMs] as unknown as []) : args));
  }
  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await startJobsApp(
  DATABASE_URL,
  {
    work: async ({ name }, { attempt }) => {
      print(`start ${name} ${attempt}`);
      if (SHOULD_WAIT) await delay(Number(SHOULD_WAIT));
      print(`end ${name} ${attempt}`);
    },
    tick: () => Promise.resolve(print('tick')),
  },
  TAKEOVER_AFTER_MS ? Number(TAKEOVER_AFTER_MS) : undefined,
);
print('ready');
