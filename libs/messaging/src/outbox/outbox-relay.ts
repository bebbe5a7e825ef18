import type { EventEnvelope } from '@shop/contracts-common';
import { retryWithBackoff } from '@shop/jobs/retry';
import type { DataSource } from 'typeorm';
import { UnconfirmedError, type EventTransport, type TransportLog } from '../transport/index.js';
import { ListenNotifyWorker } from '../transport/postgres-listener.js';
import { OUTBOX_CHANNEL } from './outbox-channel.js';

const BATCH_SIZE = 100;
const CLOSE_TIMEOUT_MS = 2_000;
/** Only one instance of a service relays at a time, so that events leave in the order in which they were written. */
const RELAY_LOCK = 7_241_003;

/**
 * Sends the events of the outbox. Rows are marked as published after the broker's confirmation. A crash in between sends them
 * twice, and the inboxes apply them once. Sent rows keep their payload until EventCleanup deletes them, so that they can be resent.
 */
export class OutboxRelay {
  private readonly worker: ListenNotifyWorker;
  private readonly stop = new AbortController();
  /** Types of which a queue did not confirm an event. Other types are sent; one event of each is tried until it is confirmed. */
  private readonly blockedTypes = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    url: string,
    private readonly transport: EventTransport,
    private readonly log: TransportLog,
  ) {
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

  /** Returns how many events were tried: 0 if none are pending, or if another instance is relaying. */
  private relayBatch(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: string; envelope: EventEnvelope }[]>(
        `WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS is_mine)
         SELECT id, envelope FROM outbox
         WHERE published_at IS NULL AND envelope->>'type' <> ALL ($3) AND (SELECT is_mine FROM turn)
         ORDER BY position LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [RELAY_LOCK, BATCH_SIZE, [...this.blockedTypes]],
      );
      if (rows.length === 0) return 0;
      const unconfirmed = await this.publish(rows.map(({ envelope }) => envelope));
      await manager.query(
        `UPDATE outbox SET published_at = now(), envelope = CASE WHEN is_erased THEN envelope - 'data' ELSE envelope END WHERE id = ANY ($1)`,
        [rows.map(({ id }) => id).filter((id) => !unconfirmed.has(id))],
      );
      return rows.length;
    });
  }

  /** Returns the ids of the events that were not confirmed. Their types are blocked. */
  private async publish(envelopes: readonly EventEnvelope[]): Promise<ReadonlySet<string>> {
    try {
      await this.transport.publish(envelopes);
      return new Set();
    } catch (error) {
      if (!(error instanceof UnconfirmedError)) throw error;
      for (const envelope of envelopes)
        if (error.eventIds.has(envelope.id) && !this.blockedTypes.has(envelope.type)) void this.block(envelope, error);
      return error.eventIds;
    }
  }

  private async block(envelope: EventEnvelope, error: Error): Promise<void> {
    const { type } = envelope;
    this.blockedTypes.add(type);
    this.log.warn({ err: error, event: type }, 'An event was not confirmed. Events of this type wait, others are sent');
    await retryWithBackoff(
      () => this.transport.publish([envelope]),
      this.stop.signal,
      (err, failures) => this.log.warn({ err, event: type, failures }, 'An event is still not confirmed, retrying'),
    );
    this.blockedTypes.delete(type);
    this.worker.wake();
  }

  /** Waits for the current batch. Another instance or the next start sends the rest. */
  close(): Promise<void> {
    this.stop.abort();
    return this.worker.close(CLOSE_TIMEOUT_MS);
  }
}
