import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../config.js';
import type { TimeRange } from '../payment-provider.js';
import type { SandboxEvent, NewSandboxEvent } from './sandbox-event.mapper.js';
import { computeDeliveryDelays } from './sandbox-faults.rules.js';

/** A lost webhook keeps its row, because the event list of the provider contains it. */
const INSERT = `
  INSERT INTO sandbox_webhooks (id, payload, next_attempt_at)
  VALUES ($1, $2, CASE WHEN $3::int IS NULL THEN 'infinity' ELSE now() + $3::int * interval '1 millisecond' END)`;

/** All events, sent or not. A second copy has the first one's id before its colon and is left out. */
const PAGE_SIZE = 100;
const LIST_PAGE = `
  SELECT id, payload FROM sandbox_webhooks WHERE created_at >= $1 AND created_at < $2 AND id > $3 AND position(':' IN id) = 0
  ORDER BY id LIMIT ${PAGE_SIZE}`;

const DELETE_DELIVERED = `
  DELETE FROM sandbox_webhooks WHERE id IN (
    SELECT id FROM sandbox_webhooks WHERE delivered_at < now() - make_interval(days => $1)
    ORDER BY delivered_at LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/** Webhooks to send, written in the transaction of the change that they report. */
@Injectable()
export class SandboxWebhookQueue {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async enqueueWebhook(manager: EntityManager, { type, object }: NewSandboxEvent): Promise<void> {
    const event = {
      id: `evt_${randomBytes(12).toString('hex')}`,
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    } as SandboxEvent;
    const payload = JSON.stringify(event);
    for (const [copy, delayMs] of computeDeliveryDelays(this.config.SANDBOX_FAULTS, Math.random).entries()) {
      await manager.query(INSERT, [copy === 0 ? event.id : `${event.id}:${copy + 1}`, payload, delayMs]);
    }
  }

  /** Returns how many were deleted. */
  async deleteDelivered(days: number, limit: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(DELETE_DELIVERED, [days, limit]);
    return count;
  }

  /** The payload of each event once, whether it was sent or not. */
  async *listPayloads({ from, until }: TimeRange): AsyncGenerator<string[]> {
    let rows: { id: string; payload: string }[];
    let last = '';
    do {
      rows = await this.dataSource.query<typeof rows>(LIST_PAGE, [from, until, last]);
      if (rows.length > 0) yield rows.map(({ payload }) => payload);
      last = rows.at(-1)?.id ?? last;
    } while (rows.length === PAGE_SIZE);
  }
}
