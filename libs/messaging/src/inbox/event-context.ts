import { BaseRpcContext } from '@nestjs/microservices';
import type { EventEnvelope } from '@shop/contracts-common';
import type { DataSource, EntityManager } from 'typeorm';

export interface HandlerOptions {
  /** For events that carry the whole state of a subject: an event older than the last applied one of that subject is skipped. */
  keepLatest?: boolean;
  /** False for long work: the handler runs without a transaction and must be idempotent itself. Default true. */
  inbox?: boolean;
}

export interface HandlerIdentity extends HandlerOptions {
  /** `Class.method`, the key in processed_events. */
  name: string;
  /** The class. Its keepLatest handlers share subject positions, since `saved` and `deleted` are states of one subject. */
  group: string;
}

/** Second argument of each event handler. */
export class EventContext extends BaseRpcContext<[EventEnvelope]> {
  /** Errors of the handlers. InboxStrategy derives the delivery outcome from them. */
  readonly failures: unknown[] = [];
  /** How many handlers ran. A guard or filter may prevent one from running. */
  handlersReached = 0;

  constructor(
    readonly envelope: EventEnvelope,
    readonly attempt: number,
    private readonly dataSource: DataSource,
    private readonly transaction?: EntityManager,
  ) {
    super([envelope]);
  }

  /** The transaction in which the event is marked as processed. The handler must use it for all its writes. */
  get manager(): EntityManager {
    if (!this.transaction) throw new Error('A handler with inbox: false has no transaction. Open one in the handler.');
    return this.transaction;
  }

  /** Runs a handler at most once for this event, in one transaction with the row that marks the event as processed. */
  async runHandler(handler: HandlerIdentity, work: (context: EventContext) => Promise<unknown>): Promise<void> {
    this.handlersReached += 1;
    try {
      await (handler.inbox === false ? work(this) : this.applyOnce(handler, work));
    } catch (error) {
      this.failures.push(error);
    }
  }

  private async applyOnce(handler: HandlerIdentity, work: (context: EventContext) => Promise<unknown>): Promise<void> {
    const { id, subject, sequence } = this.envelope;
    await this.dataSource.transaction(async (manager) => {
      // A concurrent delivery of the same event waits here until the first one commits, and then finds its row.
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
