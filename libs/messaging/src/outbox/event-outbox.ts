import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EventDefinition, EventEnvelope, EventPayload } from '@shop/contracts-common';
import { currentTraceparent, withSpan } from '@shop/tracing';
import type { EntityManager } from 'typeorm';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../messaging-options.js';
import { OUTBOX_CHANNEL } from './outbox-channel.js';

/** Microseconds since 1970. Evaluated after the wait for the counter row. Below 2^53 until the year 2255. */
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000000)::bigint';

export interface NewEvent<Definition extends EventDefinition> {
  /** `<noun>/<id>` */
  subject: string;
  data: EventPayload<Definition>;
}

/** Writes events in the transaction of the change. OutboxRelay sends them. */
@Injectable()
export class EventOutbox {
  constructor(@Inject(MESSAGING_OPTIONS) private readonly options: Pick<MessagingOptions, 'service'>) {}

  /**
   * Writes the event in the transaction of `manager`, with a higher sequence number than the subject's last event. The counter row stays
   * locked until the commit, so that sequence numbers follow the order of commits. They follow the clock (microseconds), so that a
   * database restored from an older backup continues above the numbers that listeners have seen.
   * @throws Error if another service owns the event, ZodError if the payload does not match the schema.
   */
  publish<Definition extends EventDefinition>(
    manager: EntityManager,
    definition: Definition,
    event: NewEvent<Definition>,
  ): Promise<EventEnvelope<EventPayload<Definition>>> {
    const attributes = { 'messaging.operation.name': 'create', 'messaging.destination.name': definition.type };
    return withSpan(`create ${definition.type}`, { kind: 'producer', attributes }, () =>
      this.insert(manager, definition, event),
    );
  }

  private async insert<Definition extends EventDefinition>(
    manager: EntityManager,
    definition: Definition,
    event: NewEvent<Definition>,
  ): Promise<EventEnvelope<EventPayload<Definition>>> {
    if (definition.owner !== this.options.service)
      throw new Error(`${definition.type} is published by ${definition.owner}, not by ${this.options.service}`);
    const data = definition.schema.parse(event.data) as EventPayload<Definition>;
    const [counter] = await manager.query<{ sequence: number | string }[]>(
      `INSERT INTO outbox_subjects AS counter (subject, sequence) VALUES ($1, ${CLOCK})
       ON CONFLICT (subject) DO UPDATE SET sequence = GREATEST(counter.sequence + 1, ${CLOCK}) RETURNING sequence`,
      [event.subject],
    );
    const traceparent = currentTraceparent();
    const envelope: EventEnvelope<EventPayload<Definition>> = {
      specversion: '1.0',
      id: randomUUID(),
      type: definition.type,
      source: `/${this.options.service}`,
      subject: event.subject,
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      sequence: Number(counter?.sequence),
      ...(traceparent ? { traceparent } : {}),
      data,
    };
    // PostgreSQL sends NOTIFY at the commit, so the relay never runs before the row is visible.
    await manager.query(
      `WITH written AS (INSERT INTO outbox (id, envelope) VALUES ($1, $2)) SELECT pg_notify($3, '')`,
      [envelope.id, JSON.stringify(envelope), OUTBOX_CHANNEL],
    );
    return envelope;
  }

  /** Removes the payloads of these subjects' events, of unsent ones when they are sent. They are not resent after a restore. */
  async erasePayloads(manager: EntityManager, subjects: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE outbox SET is_erased = true, envelope = CASE WHEN published_at IS NULL THEN envelope ELSE envelope - 'data' END
       WHERE envelope ->> 'subject' = ANY ($1) AND NOT is_erased`,
      [subjects],
    );
  }
}
