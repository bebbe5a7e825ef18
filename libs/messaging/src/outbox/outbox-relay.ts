import type { EventEnvelope } from '@shop/contracts/common';
import type { DataSource } from 'typeorm';
import { ListenNotifyWorker, type EventTransport, type TransportLog } from '../transport/index.js';
import { OUTBOX_CHANNEL } from './event-outbox.js';

const BATCH_SIZE = 100;
const CLOSE_TIMEOUT_MS = 2_000;
/** Only one instance of a service relays at a time, so that events leave in the order in which they were written. */
const RELAY_LOCK = 7_241_003;

/**
 * Sends the events of the outbox. Rows are marked as published after the broker's confirmation. A crash in between sends them
 * twice, and the inboxes apply them once.
 */
export class OutboxRelay {
  private readonly dataSource: DataSource;
  private readonly transport: EventTransport;
  private readonly worker: ListenNotifyWorker;

  constructor(dataSource: DataSource, url: string, transport: EventTransport, log: TransportLog) {
    this.dataSource = dataSource;
    this.transport = transport;
    this.worker = new ListenNotifyWorker({
      url,
      channel: OUTBOX_CHANNEL,
      log,
      processPending: (stop) => this.relayPending(stop),
      failureMessage: 'Events in the outbox could not be sent, retrying',
    });
  }

  start(): void {
    this.worker.start();
  }

  private async relayPending(stop: AbortSignal): Promise<void> {
    while (!stop.aborted && (await this.relayBatch()) > 0);
  }

  /** Returns how many events were sent: 0 if none are pending, or if another instance is relaying. */
  private relayBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: string; envelope: EventEnvelope }[]>(
        `WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS is_mine)
         SELECT id, envelope FROM outbox WHERE published_at IS NULL AND (SELECT is_mine FROM turn) ORDER BY position LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [RELAY_LOCK, BATCH_SIZE],
      );
      if (rows.length === 0) return 0;
      await this.transport.publish(rows.map(({ envelope }) => envelope));
      // Sent rows are stored without their payload: payloads contain addresses of people and account links.
      await manager.query(`UPDATE outbox SET published_at = now(), envelope = envelope - 'data' WHERE id = ANY ($1)`, [
        rows.map(({ id }) => id),
      ]);
      return rows.length;
    });
  }

  /** Waits for the current batch. Another instance or the next start sends the rest. */
  close(): Promise<void> {
    return this.worker.close(CLOSE_TIMEOUT_MS);
  }
}
