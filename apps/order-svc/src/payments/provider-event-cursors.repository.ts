import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PaymentProviderName } from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import type { ProviderEvent } from './payment-provider.js';

/** Stripe keeps events for 30 days. There are no events before the provider's first order. */
const CLAIM_DUE = `
  INSERT INTO provider_event_cursors (provider, read_until, polled_at)
  SELECT $1, GREATEST(created_at, now() - interval '30 days'), now() FROM (SELECT created_at FROM orders WHERE payment_provider = $1 ORDER BY created_at LIMIT 1) first
  ON CONFLICT (provider) DO UPDATE SET polled_at = now() WHERE provider_event_cursors.polled_at <= now() - interval '1 hour'
  RETURNING read_until AS "readUntil"`;

/** Up to when the provider's event list was read. */
@Injectable()
export class ProviderEventCursorsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns the cursor and marks it as claimed; null if it was claimed within the hour, or if there is no order. */
  async claimDueCursor(provider: PaymentProviderName): Promise<Date | null> {
    const [due] = await this.dataSource.query<{ readUntil: Date }[]>(CLAIM_DUE, [provider]);
    return due?.readUntil ?? null;
  }

  async moveCursor(provider: PaymentProviderName, readUntil: Date): Promise<void> {
    await this.dataSource.query('UPDATE provider_event_cursors SET read_until = $2 WHERE provider = $1', [
      provider,
      readUntil,
    ]);
  }

  /** Events that were not applied yet, including events that never change an order. */
  async filterUnprocessed(provider: PaymentProviderName, events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
    const ids = events.map(({ id }) => id);
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT event_id AS id FROM payment_events WHERE provider = $1 AND event_id = ANY($2)',
      [provider, ids],
    );
    const processed = new Set(rows.map(({ id }) => id));
    return events.filter(({ id }) => !processed.has(id));
  }
}
