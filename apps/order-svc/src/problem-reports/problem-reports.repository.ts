import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ProblemDescription } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';
import type { Deliveries } from './problem-report.rules.js';
import type { ProblemReport } from './problem-report.js';

/** More than one order can have. Limits the query. */
const REPORTS_LIMIT = 100;

const COLUMNS = `id, order_id AS "orderId", kind, text, items, photo_ids AS "photoIds", reported_at AS "reportedAt", closed_at AS "closedAt", answer`;

const LIST = `SELECT ${COLUMNS} FROM problem_reports WHERE order_id = $1 ORDER BY reported_at DESC, id LIMIT ${REPORTS_LIMIT}`;

const FIND = `SELECT ${COLUMNS} FROM problem_reports WHERE id = $1`;

const INSERT =
  'INSERT INTO problem_reports (id, order_id, kind, text, items, photo_ids) VALUES ($1, $2, $3, $4, $5, $6)';

const CLOSE =
  'UPDATE problem_reports SET closed_at = now(), answer = $2 WHERE id = $1 AND closed_at IS NULL RETURNING id';

const REOPEN = 'UPDATE problem_reports SET closed_at = NULL WHERE id = $1 AND closed_at IS NOT NULL AND answer IS NULL';

/** A fulfilment that is not cancelled ends with the delivery. */
const SELECT_DELIVERIES = `
  SELECT GREATEST(
      (SELECT f.ended_at FROM fulfilments f JOIN orders o ON o.id = f.order_id WHERE f.order_id = $1 AND o.status = 'delivered'),
      (SELECT max(r.ended_at) FROM reprints r WHERE r.order_id = $1 AND r.state = 'delivered')) AS "lastDeliveredAt",
    EXISTS (SELECT FROM reprints r WHERE r.order_id = $1 AND r.state = 'shipped') AS "isReprintOnItsWay"`;

@Injectable()
export class ProblemReportsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async insert(
    manager: EntityManager,
    orderId: string,
    { id, kind, text, items, photos }: ProblemDescription & { id: string },
  ): Promise<void> {
    await manager.query(INSERT, [id, orderId, kind, text, JSON.stringify(items), photos]);
  }

  async find(manager: EntityManager, id: string): Promise<ProblemReport | null> {
    const [report] = await manager.query<ProblemReport[]>(FIND, [id]);
    return report ?? null;
  }

  /** Newest first. */
  listByOrder(orderId: string, manager = this.dataSource.manager): Promise<ProblemReport[]> {
    return manager.query<ProblemReport[]>(LIST, [orderId]);
  }

  /** `answer` null: the items are sent again. False if it was closed before. */
  async close(manager: EntityManager, id: string, answer: string | null): Promise<boolean> {
    const [closed] = await manager.query<[unknown[], number]>(CLOSE, [id, answer]);
    return closed.length > 0;
  }

  /** The items are not sent again after all. */
  async reopen(manager: EntityManager, id: string): Promise<void> {
    await manager.query(REOPEN, [id]);
  }

  async findDeliveries(orderId: string, manager = this.dataSource.manager): Promise<Omit<Deliveries, 'status'>> {
    const [deliveries] = await manager.query<Omit<Deliveries, 'status'>[]>(SELECT_DELIVERIES, [orderId]);
    return deliveries ?? { lastDeliveredAt: null, isReprintOnItsWay: false };
  }
}
