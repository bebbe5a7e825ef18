import { backoffMs, pause, settlesWithin } from '@shop/jobs/retry';
import type { TransportLog } from './event-transport.js';
import { PostgresListener } from './postgres-listener.js';

/** Finds rows that become due later, and rows whose notification was lost with a connection. */
const POLL_INTERVAL_MS = 2_000;

interface ListenNotifyWorkerOptions {
  url: string;
  channel: string;
  log: TransportLog;
  /** Processes the pending rows and returns early when `stop` is aborted. After an error it is called again with back-off. */
  processPending: (stop: AbortSignal) => Promise<void>;
  /** Log message of a failed run. */
  failureMessage: string;
}

/**
 * Worker loop driven by PostgreSQL notifications: processes pending rows at the start, after each NOTIFY on the channel and
 * every two seconds. Runs never overlap, and a failed run is repeated with back-off.
 */
export class ListenNotifyWorker {
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
    // Notifications sent before the connection listens are lost, so the first run follows right after it does.
    this.listener = new PostgresListener({ url, channel, log, onNotify: wake, onListening: wake });
    void this.listener.start();
    this.loop = this.run();
  }

  /** Waits for the current run, at most `limitMs`. No further run starts. */
  async close(limitMs: number): Promise<void> {
    this.stop.abort();
    this.wake();
    await settlesWithin(Promise.all([this.loop, this.listener?.close()]), limitMs);
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
    const { processPending, log, failureMessage } = this.options;
    const stop = this.stop.signal;
    for (let failures = 0; !stop.aborted;) {
      this.isWoken = false;
      try {
        await processPending(stop);
        failures = 0;
        await this.sleep();
      } catch (error) {
        if (stop.aborted) return;
        log.warn({ err: error, failures: failures + 1 }, failureMessage);
        await pause(backoffMs(failures), stop);
        failures += 1;
      }
    }
  }
}
