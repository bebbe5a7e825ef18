import { randomInt } from 'node:crypto';
import pg from 'pg';
import { pause, untilDone } from './backoff.js';
import type { TransportLog } from './event-transport.js';

const SWEEP_EVERY_MS = 2_000;

const UNLOCK_DEAD_POOLS = `
  WITH dead AS (
    SELECT pool_key FROM (SELECT DISTINCT pool_key FROM shop_events.workers) AS pools WHERE pg_try_advisory_xact_lock(pool_key)
  ), gone AS (
    DELETE FROM shop_events.workers USING dead WHERE workers.pool_key = dead.pool_key RETURNING worker_id
  )
  SELECT array_agg(worker_id) AS workers FROM gone`;

/**
 * graphile-worker keeps a dead worker's job locked for four hours. So each pool of workers holds an advisory lock on a
 * connection of its own, which the server lets go the moment the process is gone; whoever finds a pool without its
 * lock gives its jobs free.
 */
export class PostgresPoolLock {
  /** Identifies this pool; 48 bits, so that two never meet. */
  readonly poolKey = randomInt(1, 2 ** 47);
  private readonly url: string;
  private readonly pool: pg.Pool;
  private readonly log: TransportLog;
  private readonly stop = new AbortController();
  private client: pg.Client | undefined;
  private loop: Promise<void> | undefined;

  constructor(url: string, pool: pg.Pool, log: TransportLog) {
    this.url = url;
    this.pool = pool;
    this.log = log;
  }

  async start(): Promise<void> {
    await this.hold();
    await this.sweep();
    this.loop = this.run();
  }

  /** Tells to whom a worker belongs, before it takes its first job. */
  async register(workerId: string): Promise<void> {
    await this.pool.query('INSERT INTO shop_events.workers (worker_id, pool_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [workerId, this.poolKey]);
  }

  private async hold(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'event-pool-lock', keepAlive: true });
    client.on('error', () => (this.client = undefined));
    client.on('end', () => (this.client = undefined));
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [this.poolKey]);
    this.client = client;
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      await pause(SWEEP_EVERY_MS, this.stop.signal);
      if (this.stop.signal.aborted) return;
      if (!this.client) await untilDone(() => this.hold(), this.stop.signal, (error) => this.log.warn({ err: error }, 'the events database does not answer'));
      await this.sweep().catch((error: unknown) => this.log.warn({ err: error }, 'could not look for dead workers'));
    }
  }

  private async sweep(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ workers: string[] | null }>(UNLOCK_DEAD_POOLS);
      const workers = rows[0]?.workers;
      if (workers?.length) {
        await client.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [workers]);
        this.log.info({ workers }, 'gave the jobs of dead workers free');
      }
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.loop;
    await this.pool.query('DELETE FROM shop_events.workers WHERE pool_key = $1', [this.poolKey]).catch(() => undefined);
    await this.client?.end().catch(() => undefined);
  }
}
