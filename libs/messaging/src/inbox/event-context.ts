import { BaseRpcContext } from '@nestjs/microservices';
import type { EventEnvelope } from '@shop/contracts/common';
import type { DataSource, EntityManager } from 'typeorm';
import { withTraceparent } from '../trace-context.js';

export interface HandlerOptions {
  /** A state, not a step: an envelope older than the last applied one of its subject is passed over. */
  keepLatest?: boolean;
  /** False for long work: no transaction around the handler, which must be idempotent itself. Default true. */
  inbox?: boolean;
}

export interface HandlerIdentity extends HandlerOptions {
  /** `Class.method`: one row in processed_events for each event. */
  name: string;
  /** The class: its handlers share the positions of subjects (saved and deleted are states of one thing). */
  group: string;
}

/** Second argument of each event handler. */
export class EventContext extends BaseRpcContext<[EventEnvelope]> {
  /** Why handlers refused or failed; the strategy decides on it. */
  readonly failures: unknown[] = [];
  /** How many handlers were reached; one that a guard or a filter held back has not heard the event. */
  handlersReached = 0;

  constructor(
    readonly envelope: EventEnvelope,
    readonly attempt: number,
    private readonly dataSource: DataSource,
    private readonly transaction?: EntityManager,
  ) {
    super([envelope]);
  }

  /** The transaction in which the event is marked as processed: what the handler writes commits with it, or not at all. */
  get manager(): EntityManager {
    if (!this.transaction) throw new Error('A handler with inbox: false has no transaction; open one of your own');
    return this.transaction;
  }

  /** Runs a handler at most once for this event, in one transaction with the proof of it. */
  async runHandler(handler: HandlerIdentity, work: (context: EventContext) => Promise<unknown>): Promise<void> {
    this.handlersReached += 1;
    try {
      await withTraceparent(this.envelope.traceparent, () =>
        handler.inbox === false ? work(this) : this.applyOnce(handler, work),
      );
    } catch (error) {
      this.failures.push(error);
    }
  }

  private async applyOnce(handler: HandlerIdentity, work: (context: EventContext) => Promise<unknown>): Promise<void> {
    const { id, subject, sequence } = this.envelope;
    await this.dataSource.transaction(async (manager) => {
      // A second delivery at the same moment waits here for the first one's commit, and then finds its row.
      const marked = await manager.query<unknown[]>(
        'INSERT INTO processed_events (event_id, handler) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
        [id, handler.name],
      );
      if (marked.length === 0) return;
      if (handler.keepLatest) {
        const updated = await manager.query<unknown[]>(
          `INSERT INTO subject_positions AS position (handler, subject, sequence) VALUES ($1, $2, $3)
           ON CONFLICT (handler, subject) DO UPDATE SET sequence = $3 WHERE position.sequence < $3 RETURNING 1`,
          [handler.group, subject, sequence],
        );
        if (updated.length === 0) return;
      }
      await work(new EventContext(this.envelope, this.attempt, this.dataSource, manager));
    });
  }
}
