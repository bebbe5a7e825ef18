import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { pause } from '@shop/jobs/retry';
import { PostgresListener } from '@shop/messaging';
import type { Logger } from 'pino';

export interface RowChangeListenerOptions {
  /** Without a pooler that shares sessions. */
  sessionUrl: string;
  /** PostgreSQL NOTIFY channel. The payload of each notification is the id of the changed row. */
  channel: string;
  logger: Logger;
}

export interface WatchOptions {
  signal: AbortSignal;
  /** Reads the row again after this time, in case a notification was lost. */
  pollIntervalMs: number;
}

/**
 * Listens to row change notifications (PostgreSQL NOTIFY) and forwards each to the subscribers of that row. All subscribers of
 * an instance share one connection.
 */
export class RowChangeListener implements OnModuleInit, OnModuleDestroy {
  private readonly subscribers = new Map<string, Set<() => void>>();
  private readonly listener: PostgresListener;

  constructor({ sessionUrl: url, channel, logger }: RowChangeListenerOptions) {
    this.listener = new PostgresListener({
      url,
      channel,
      log: logger,
      onNotify: (id) => this.notifySubscribers(id),
      // Notifications sent while the connection was down are lost, so every subscriber reads its row again.
      onListening: () => [...this.subscribers.keys()].forEach((id) => this.notifySubscribers(id)),
    });
  }

  async onModuleInit(): Promise<void> {
    await this.listener.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.listener.close();
  }

  /** Calls `onChange` after each change of the row. Returns the function that unsubscribes. */
  subscribe(id: string, onChange: () => void): () => void {
    const subscribers = this.subscribers.get(id) ?? new Set();
    this.subscribers.set(id, subscribers.add(onChange));
    return () => {
      subscribers.delete(onChange);
      if (subscribers.size === 0) this.subscribers.delete(id);
    };
  }

  /** Yields the result of `read` at once, after each change of the row, and after the poll interval. Ends when `signal` is aborted. */
  async *watch<Row>(
    id: string,
    read: () => Promise<Row>,
    { signal, pollIntervalMs }: WatchOptions,
  ): AsyncGenerator<Row> {
    let change = new AbortController();
    const onChange = (): void => change.abort();
    const unsubscribe = this.subscribe(id, onChange);
    signal.addEventListener('abort', onChange, { once: true });
    try {
      while (!signal.aborted) {
        change = new AbortController(); // a change during the read ends the pause at once
        yield await read();
        await pause(pollIntervalMs, change.signal);
      }
    } finally {
      unsubscribe();
      signal.removeEventListener('abort', onChange);
    }
  }

  private notifySubscribers(id: string): void {
    for (const listener of this.subscribers.get(id) ?? []) listener();
  }
}
