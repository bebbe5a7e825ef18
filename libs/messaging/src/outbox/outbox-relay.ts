import type { EventEnvelope } from '@shop/contracts/common';
import type { DataSource } from 'typeorm';
import { NotifiedRounds, type EventTransport, type TransportLog } from '../transport/index.js';
import { OUTBOX_CHANNEL } from './outbox-channel.js';

const BATCH_SIZE = 100;
const CLOSE_TIMEOUT_MS = 2_000;
const PUBLISHED_RETENTION = '7 days';
const PROCESSED_RETENTION = '60 days';
const CLEANUP_INTERVAL_MS = 3_600_000;
const CLEANUP_BATCH_SIZE = 5_000;
/** One relay of a service works at a time, so that events leave in the order in which they were written; the others stand by. */
const RELAY_LOCK = 7_241_003;

/**
 * Sends what waits in the outbox. Published is marked after the broker's confirm, in the transaction that holds the rows:
 * dying in between sends them twice, and every inbox takes them once.
 */
export class OutboxRelay {
  private readonly dataSource: DataSource;
  private readonly transport: EventTransport;
  private readonly worker: NotifiedRounds;
  private lastCleanupAt = 0;

  constructor(dataSource: DataSource, url: string, transport: EventTransport, log: TransportLog) {
    this.dataSource = dataSource;
    this.transport = transport;
    this.worker = new NotifiedRounds({
      url,
      channel: OUTBOX_CHANNEL,
      log,
      round: (stop) => this.relayPending(stop),
      trouble: 'events wait in the outbox, trying again',
    });
  }

  start(): void {
    this.worker.start();
  }

  private async relayPending(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.relayBatch()) > 0);
    await this.deleteExpired(stop);
  }

  /** Returns how many were sent: none where nothing waits, or where another instance is at it. */
  private relayBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: string; envelope: EventEnvelope }[]>(
        `WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS is_mine)
         SELECT id, envelope FROM outbox WHERE published_at IS NULL AND (SELECT is_mine FROM turn) ORDER BY position LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [RELAY_LOCK, BATCH_SIZE],
      );
      if (rows.length === 0) return 0;
      await this.transport.publish(rows.map(({ envelope }) => envelope));
      // What was told is kept, not what it said: payloads carry people's addresses, and links that open accounts.
      await manager.query(`UPDATE outbox SET published_at = now(), envelope = envelope - 'data' WHERE id = ANY ($1)`, [
        rows.map(({ id }) => id),
      ]);
      return rows.length;
    });
  }

  private async deleteExpired(stop: AbortSignal): Promise<void> {
    if (Date.now() - this.lastCleanupAt < CLEANUP_INTERVAL_MS) return;
    this.lastCleanupAt = Date.now();
    await this.deleteExpiredRows('outbox', `published_at < now() - interval '${PUBLISHED_RETENTION}'`, stop);
    await this.deleteExpiredRows('processed_events', `processed_at < now() - interval '${PROCESSED_RETENTION}'`, stop);
  }

  /** In small steps, so that no lock is held for long. */
  private async deleteExpiredRows(table: 'outbox' | 'processed_events', condition: string, stop: AbortSignal): Promise<void> {
    let deleted = CLEANUP_BATCH_SIZE;
    while (deleted === CLEANUP_BATCH_SIZE && !stop.aborted) {
      const [, count] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${CLEANUP_BATCH_SIZE}))`,
      );
      deleted = count;
    }
  }

  /** Lets a batch that is on its way end; what still waits is sent by another instance, or at the next start. */
  close(): Promise<void> {
    return this.worker.close(CLOSE_TIMEOUT_MS);
  }
}
