import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { defineJob, JobQueue } from '@shop/jobs';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Order } from '../orders/order.entity.js';
import { DELIVERED_AFTER_DAYS } from '../orders/order.rules.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { ReprintItem } from './reprint-item.entity.js';
import { Reprint } from './reprint.entity.js';

/** Makes one attempt to submit a reprint to its printer. Its key is the reprint. */
export const submitReprint = defineJob<{ reprintId: string }>('reprints.submit', {
  timeoutMs: 120_000,
  concurrency: 2,
});

/** More than one order can have. Limits the query. */
const REPRINTS_LIMIT = 100;

/** For art-svc: reprints that may need the print file of this item. */
const LIST_WAITING_FOR_FILE = `
  SELECT r.id FROM reprint_items i JOIN reprints r ON r.id = i.reprint_id
  WHERE i.order_item_id = $1 AND r.state = 'waiting' ORDER BY r.id LIMIT ${REPRINTS_LIMIT}`;

/** Due reprints whose job ended without a printer. A job that waits for a later time is moved. */
const LIST_WITHOUT_JOB = `
  SELECT r.id FROM reprints r
  WHERE r.state IN ('waiting', 'submitting') AND r.due_at <= now() AND r.provider <> 'by-hand' AND NOT EXISTS (
    SELECT FROM graphile_worker.jobs AS job WHERE job.key = $1 || ':' || r.id AND (job.run_at <= now() OR job.locked_at IS NOT NULL))
  ORDER BY r.due_at LIMIT 100`;

const LIST_UNASSIGNED = `
  SELECT r.id FROM reprints r WHERE r.state = 'waiting' AND r.attempts = 0 AND r.provider <> 'by-hand' ORDER BY r.due_at LIMIT 100`;

/**
 * At the printer, for 30 days on their way without complete numbers, or back; and for a day those that were cancelled after an attempt without an
 * answer. Marked as polled at once.
 */
const CLAIM_FOR_POLLING = `
  UPDATE reprints SET polled_at = now() WHERE id = ANY(ARRAY(
    SELECT r.id FROM reprints r
    WHERE r.provider <> 'by-hand' AND COALESCE(r.polled_at, '-infinity') < now() - $1 * interval '1 millisecond' AND (
      r.state = 'submitted'
      OR r.state = 'shipped' AND (r.problem IS NOT NULL OR (r.tracking IS NULL OR r.tracking->'isPartial' = 'true') AND r.shipped_at > now() - interval '30 days')
      OR r.state = 'cancelled' AND r.attempts > 0 AND r.submitted_at IS NULL AND r.ended_at > now() - interval '1 day')
    ORDER BY r.polled_at NULLS FIRST LIMIT $2 FOR UPDATE OF r SKIP LOCKED
  )) RETURNING id`;

const LIST_UNDELIVERED = `
  SELECT r.id FROM reprints r
  WHERE r.state = 'shipped' AND r.problem IS NULL AND r.shipped_at < now() - make_interval(days => $1) ORDER BY r.shipped_at, r.id LIMIT $2`;

const toIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

export interface LockedReprint {
  order: Order;
  reprint: Reprint;
}

@Injectable()
export class ReprintsRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly jobs: JobQueue,
  ) {}

  async insert(manager: EntityManager, reprint: Reprint): Promise<void> {
    await manager.insert(Reprint, reprint);
    await manager.insert(ReprintItem, reprint.items);
  }

  async save(manager: EntityManager, reprint: Reprint): Promise<void> {
    await manager.save(Reprint, reprint);
  }

  async saveItem(manager: EntityManager, item: ReprintItem): Promise<void> {
    await manager.save(ReprintItem, item);
  }

  async find(id: string, manager = this.dataSource.manager): Promise<Reprint | null> {
    const reprint = await manager.findOneBy(Reprint, { id });
    return reprint && ((await this.withItems([reprint], manager))[0] ?? null);
  }

  /** Newest first. */
  async listByOrder(orderId: string, manager = this.dataSource.manager): Promise<Reprint[]> {
    const reprints = await manager.find(Reprint, {
      where: { orderId },
      order: { requestedAt: 'DESC', id: 'ASC' },
      take: REPRINTS_LIMIT,
    });
    return this.withItems(reprints, manager);
  }

  private async withItems(reprints: Reprint[], manager: EntityManager): Promise<Reprint[]> {
    if (reprints.length === 0) return reprints;
    const items = await manager.find(ReprintItem, {
      where: { reprintId: In(reprints.map(({ id }) => id)) },
      order: { id: 'ASC' },
    });
    for (const reprint of reprints) reprint.items = items.filter(({ reprintId }) => reprintId === reprint.id);
    return reprints;
  }

  /** Locks the order, and reads the reprint then. Null: no such reprint. */
  async findLocked(manager: EntityManager, id: string): Promise<LockedReprint | null> {
    const found = await manager.findOneBy(Reprint, { id });
    const order = found && (await this.orders.findLocked(manager, found.orderId));
    const reprint = order && (await this.find(id, manager));
    return reprint ? { order, reprint } : null;
  }

  /** Whether another reprint of its order is open. */
  hasOther(manager: EntityManager, { id, orderId }: Reprint): Promise<boolean> {
    return manager
      .createQueryBuilder(Reprint, 'r')
      .where('r.orderId = :orderId AND r.id <> :id AND r.endedAt IS NULL', { orderId, id })
      .getExists();
  }

  /** Adds the reprint's job or moves it. It starts a millisecond later, because times in the database are more precise than a Date. */
  async enqueueSubmission(manager: EntityManager, { id, dueAt }: Pick<Reprint, 'id' | 'dueAt'>): Promise<void> {
    const runAt = new Date(dueAt.getTime() + 1);
    await this.jobs.enqueue(manager, submitReprint, { reprintId: id }, { key: id, runAt });
  }

  async listWaitingForFile(manager: EntityManager, orderItemId: string): Promise<string[]> {
    return toIds(await manager.query<{ id: string }[]>(LIST_WAITING_FOR_FILE, [orderItemId]));
  }

  async listWithoutJob(): Promise<string[]> {
    return toIds(await this.dataSource.query<{ id: string }[]>(LIST_WITHOUT_JOB, [submitReprint.name]));
  }

  /** Reprints that no printer was asked for. */
  async listUnassigned(): Promise<string[]> {
    return toIds(await this.dataSource.query<{ id: string }[]>(LIST_UNASSIGNED));
  }

  /** Reprints whose printer was not asked for the given time. */
  async claimForPolling(olderThanMs: number, limit: number): Promise<string[]> {
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(CLAIM_FOR_POLLING, [olderThanMs, limit]);
    return toIds(rows);
  }

  /** The printer does not report deliveries. */
  async listUndelivered(limit: number): Promise<string[]> {
    return toIds(await this.dataSource.query<{ id: string }[]>(LIST_UNDELIVERED, [DELIVERED_AFTER_DAYS, limit]));
  }
}
