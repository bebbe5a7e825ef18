import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { PROBLEM_NOT_REPORTABLE, PROBLEM_REPORTS_MAX, type ProblemDescription } from '@shop/contracts-order';
import { type AuditActor, idempotencyKeyReused } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { OwnerIds } from '../guests/owner-ids.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { assertOrdered } from './item-quantities.js';
import { ProblemReportEventsPublisher } from './problem-report-events.publisher.js';
import { findReportTime } from './problem-report.rules.js';
import type { ProblemReport } from './problem-report.js';
import { ProblemReportsRepository } from './problem-reports.repository.js';

const conflict = (code: string, message: string): DomainError => new DomainError(code, 'conflict', message);

const notFound = (code: string): DomainError => new DomainError(code, 'not-found', MESSAGES.notFound);

const closedBefore = ({ answer }: ProblemReport): DomainError =>
  conflict(
    'PROBLEM_CLOSED',
    answer === null
      ? 'The items of this report are sent again already. Please look at it again.'
      : `This report was answered in between: “${answer}”`,
  );

/** The caller's key is the id: a repeated request reports once. */
export interface NewProblemReport extends ProblemDescription {
  id: string;
}

/** Customers report problems with what was sent; an admin answers, or sends the items again. */
@Injectable()
export class ProblemReportsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly reports: ProblemReportsRepository,
    private readonly events: ProblemReportEventsPublisher,
  ) {}

  /** The caller checks the customer's access. `uploader`: whose the photos are. */
  async reportProblem(orderId: string, report: NewProblemReport, uploader: OwnerIds): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw notFound('ORDER_UNKNOWN');
      const known = await this.reports.find(manager, report.id);
      if (known) {
        if (!isSameReport(known, orderId, report)) throw idempotencyKeyReused();
        return;
      }
      await this.assertReportable(manager, order);
      assertOrdered((await this.orders.listItems([orderId], manager)).get(orderId) ?? [], report.items);
      await this.reports.insert(manager, orderId, report);
      await this.events.publishReported(manager, order, report, { ids: report.photos, ...uploader });
    });
  }

  private async assertReportable(manager: EntityManager, { id, status }: Order): Promise<void> {
    const { canReport } = findReportTime({ status, ...(await this.reports.findDeliveries(id, manager)) });
    if (!canReport) throw conflict('PROBLEM_NOT_REPORTABLE', PROBLEM_NOT_REPORTABLE);
    if ((await this.reports.listByOrder(id, manager)).length >= PROBLEM_REPORTS_MAX)
      throw conflict('TOO_MANY_PROBLEMS', 'You have reported enough about this order. We answer by email.');
  }

  /** The same answer again has no effect. */
  async answerProblem(orderId: string, reportId: string, answer: string, by: AuditActor): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      const report = await this.findOfOrder(manager, orderId, reportId);
      if (!order || !report) throw notFound('PROBLEM_UNKNOWN');
      if (report.answer === answer) return;
      if (!(await this.reports.close(manager, reportId, answer))) throw closedBefore(report);
      await this.events.publishAnswered(manager, order, { ...report, answer }, by);
    });
  }

  /** The items are sent again. A report whose answer the admin has read stays answered. Requires the order's lock. */
  async closeByReprint(
    manager: EntityManager,
    orderId: string,
    reportId: string,
    { isReportAnswered }: { isReportAnswered?: boolean | undefined },
  ): Promise<void> {
    const report = await this.findOfOrder(manager, orderId, reportId);
    if (!report) throw notFound('PROBLEM_UNKNOWN');
    if (isReportAnswered && report.answer !== null) return;
    if (!(await this.reports.close(manager, reportId, null))) throw closedBefore(report);
  }

  /** The items are not sent again after all. Requires the order's lock. */
  async reopenProblem(manager: EntityManager, reportId: string): Promise<void> {
    await this.reports.reopen(manager, reportId);
  }

  private async findOfOrder(manager: EntityManager, orderId: string, id: string): Promise<ProblemReport | null> {
    const report = await this.reports.find(manager, id);
    return report?.orderId === orderId ? report : null;
  }
}

const isSameReport = (known: ProblemReport, orderId: string, { kind, text, items }: NewProblemReport): boolean =>
  known.orderId === orderId && known.kind === kind && known.text === text && isDeepStrictEqual(known.items, items);
