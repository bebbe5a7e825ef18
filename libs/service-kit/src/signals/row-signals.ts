import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { PostgresListener } from '@shop/messaging';
import type { Logger } from 'pino';

export interface RowSignalsOptions {
  databaseUrl: string;
  /** PostgreSQL channel; the payload of its notifications is the id of the row that moved. */
  channel: string;
  logger: Logger;
}

/** Tells whoever waits for a row, in whichever instance, that it is worth looking at it again. One connection an instance, however many wait. */
export class RowSignals implements OnModuleInit, OnModuleDestroy {
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly listener: PostgresListener;

  constructor({ databaseUrl: url, channel, logger }: RowSignalsOptions) {
    this.listener = new PostgresListener({
      url,
      channel,
      log: logger,
      onNotify: (id) => this.wake(id),
      // What was said while nobody listened is found in the rows.
      onListening: () => [...this.listeners.keys()].forEach((id) => this.wake(id)),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.listener.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.listener.close();
  }

  /** Calls `listener` whenever the row moved, until the returned function is called. */
  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(id);
    };
  }

  /** What `read` says of the row now, whenever it moved, and after `lookAgainMs` in case a signal was lost; ends when the signal is aborted. */
  async *watch<Row>(
    id: string,
    read: () => Promise<Row>,
    { signal, lookAgainMs }: { signal: AbortSignal; lookAgainMs: number },
  ): AsyncGenerator<Row> {
    let wake: () => void = () => undefined;
    let moved = false;
    const look = (): void => {
      moved = true;
      wake();
    };
    const unsubscribe = this.subscribe(id, look);
    signal.addEventListener('abort', look, { once: true });
    try {
      while (!signal.aborted) {
        moved = false;
        yield await read();
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, lookAgainMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
          if (moved || signal.aborted) wake();
        });
      }
    } finally {
      unsubscribe();
      signal.removeEventListener('abort', look);
    }
  }

  private wake(id: string): void {
    for (const listener of this.listeners.get(id) ?? []) listener();
  }
}
