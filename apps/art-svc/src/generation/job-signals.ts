import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.js';

/** PostgreSQL channel on which every instance hears that a job moved on; its payload is the job's id. */
export const JOB_CHANNEL = 'ai_jobs_moved';

const RECONNECT_MS = 500;

/** Tells whoever waits for a job, in whichever instance, that it is worth looking at its row again. */
@Injectable()
export class JobSignals implements OnModuleInit, OnModuleDestroy {
  private readonly listeners = new Map<string, Set<() => void>>();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.connect();
  }

  async onModuleDestroy(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  /** Calls `listener` whenever the job moved, until the returned function is called. */
  subscribe(jobId: string, listener: () => void): () => void {
    const listeners = this.listeners.get(jobId) ?? new Set();
    this.listeners.set(jobId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(jobId);
    };
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.config.DATABASE_URL, application_name: 'art-svc signals', keepAlive: true });
    client.on('notification', ({ payload }) => this.wake(payload ?? ''));
    client.on('error', (error) => this.logger.warn({ err: error }, 'lost the connection that listens for jobs'));
    client.once('end', () => this.reconnect());
    this.client = client;
    await client.connect();
    await client.query(`LISTEN ${JOB_CHANNEL}`);
    // What was said while nobody listened is found in the rows.
    for (const jobId of this.listeners.keys()) this.wake(jobId);
  }

  /** A connection that could not be made tells so twice, by its rejection and by its end: one retry is enough. */
  private reconnect(): void {
    if (this.closed || this.retry) return;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.connect().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'cannot listen for jobs yet');
        this.reconnect();
      });
    }, RECONNECT_MS);
  }

  private wake(jobId: string): void {
    for (const listener of this.listeners.get(jobId) ?? []) listener();
  }
}
