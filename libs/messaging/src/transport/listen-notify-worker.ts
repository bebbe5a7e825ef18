import { backoffMs, pause } from './backoff.js';
import type { TransportLog } from './event-transport.js';
import { PostgresListener } from './postgres-listener.js';
import { endedWithin } from './in-flight-deliveries.js';

/** NOTIFY calls for a round; this catches what waits for its time, and what a lost connection missed. */
const POLL_INTERVAL_MS = 2_000;

interface ListenNotifyWorkerOptions {
  url: string;
  channel: string;
  log: TransportLog;
  /** Does all that waits, or what there is of it when `stop` is aborted. May throw: then it is called again after a pause. */
  round: (stop: AbortSignal) => Promise<void>;
  /** What the log says of a round that threw. */
  trouble: string;
}

/** Calls `round` at the start, at each NOTIFY on the channel and every two seconds, never twice at a time; after a failure with back-off. */
export class NotifiedRounds {
  private readonly options: ListenNotifyWorkerOptions;
  private readonly stop = new AbortController();
  private listener: PostgresListener | undefined;
  private loop: Promise<void> | undefined;
  private interruptSleep: () => void = () => undefined;
  private isWoken = false;

  constructor(options: ListenNotifyWorkerOptions) {
    this.options = options;
  }

  start(): void {
    const { url, channel, log } = this.options;
    const wake = (): void => this.wake();
    // What was written while nobody listened is looked for as soon as somebody does.
    this.listener = new PostgresListener({ url, channel, log, onNotify: wake, onListening: wake });
    void this.listener.start();
    this.loop = this.run();
  }

  /** Lets the round under way end, for `limitMs` at most. There is no other after it. */
  async close(limitMs: number): Promise<void> {
    this.stop.abort();
    this.wake();
    await endedWithin(Promise.all([this.loop, this.listener?.close()]), limitMs);
  }

  private wake(): void {
    this.isWoken = true;
    this.interruptSleep();
  }

  private async sleep(): Promise<void> {
    if (this.isWoken) return;
    const interruption = new AbortController();
    this.interruptSleep = () => interruption.abort();
    await pause(POLL_INTERVAL_MS, interruption.signal);
  }

  private async run(): Promise<void> {
    const { round, log, trouble } = this.options;
    const stop = this.stop.signal;
    for (let failures = 0; !stop.aborted;) {
      this.isWoken = false;
      try {
        await round(stop);
        failures = 0;
        await this.sleep();
      } catch (error) {
        if (stop.aborted) return;
        log.warn({ err: error, failures: failures + 1 }, trouble);
        await pause(backoffMs(failures), stop);
        failures += 1;
      }
    }
  }
}
