import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EventDefinition, EventEnvelope, EventPayload } from '@shop/contracts/common';
import type { EntityManager } from 'typeorm';
import { MESSAGING_OPTIONS, type MessagingOptions } from '../messaging-options.js';
import { currentTraceparent } from '../trace-context.js';
import { OUTBOX_CHANNEL } from './outbox-channel.js';

export interface NewEvent<Definition extends EventDefinition> {
  /** `<noun>/<id>` */
  subject: string;
  data: EventPayload<Definition>;
  /** W3C trace context of what caused it; where it is left out, that of the event being handled. */
  traceparent?: string;
}

/** Where events leave a service: written in the transaction of the change they tell, sent on by the relay. */
@Injectable()
export class EventOutbox {
  constructor(@Inject(MESSAGING_OPTIONS) private readonly options: MessagingOptions) {}

  /**
   * Writes the event with `manager`'s transaction. Numbers it within its subject: the counter's row stays locked until the
   * commit, so that the order of numbers is the order of commits.
   * @throws Error when the event is another service's, ZodError when the payload does not fit.
   */
  async publish<Definition extends EventDefinition>(
    manager: EntityManager,
    definition: Definition,
    event: NewEvent<Definition>,
  ): Promise<EventEnvelope<EventPayload<Definition>>> {
    if (definition.owner !== this.options.service)
      throw new Error(`${definition.type} is published by ${definition.owner}, not by ${this.options.service}`);
    const data = definition.schema.parse(event.data) as EventPayload<Definition>;
    const [counter] = await manager.query<{ sequence: number | string }[]>(
      `INSERT INTO outbox_subjects AS counter (subject, sequence) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET sequence = counter.sequence + 1 RETURNING sequence`,
      [event.subject],
    );
    const traceparent = event.traceparent ?? currentTraceparent();
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
    // NOTIFY is sent at the commit: the relay never looks too early.
    await manager.query(
      `WITH written AS (INSERT INTO outbox (id, envelope) VALUES ($1, $2)) SELECT pg_notify($3, '')`,
      [envelope.id, JSON.stringify(envelope), OUTBOX_CHANNEL],
    );
    return envelope;
  }
}
