import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import {
  type BulkAction,
  type BulkActionPreview,
  type BulkActionRequest,
  type BulkActionSummary,
  parseOrderNumber,
} from '@shop/contracts-order';
import { JobQueue } from '@shop/jobs';
import { type AuditActor, AuditTrail, idempotencyKeyReused } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { findStartProblem, findTrackingProblem, UNKNOWN_ORDER } from './bulk-action.rules.js';
import { BulkActionsRepository, type NewRow, type SelectedOrder } from './bulk-actions.repository.js';
import { changeOrderOfBulkAction } from './bulk-rows.service.js';

/** One entry of a request, and its order if there is one. */
interface Selected extends Omit<NewRow, 'orderId' | 'outcome'> {
  order: SelectedOrder | null;
}

const hashContent = (request: BulkActionRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url');

/** Starts bulk actions and shows their results. `BulkRowsService` does them. */
@Injectable()
export class BulkActionsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly bulkActions: BulkActionsRepository,
    private readonly jobs: JobQueue,
    private readonly auditTrail: AuditTrail,
  ) {}

  async previewAction(request: BulkActionRequest): Promise<BulkActionPreview[]> {
    const selected = await this.listSelected(request);
    return selected.map(({ order, orderNumber, parcel }) => {
      if (!order) return { orderId: null, orderNumber, problem: UNKNOWN_ORDER };
      const problem = parcel ? findTrackingProblem(order, parcel) : findStartProblem(order);
      const asksFirst = !parcel && problem === null && order.changeableUntil;
      return {
        orderId: order.id,
        orderNumber: order.orderNumber,
        problem,
        ...(asksFirst && { changeableUntil: asksFirst.toISOString() }),
      };
    });
  }

  /** `id`: the caller's key. A repeated call starts nothing. */
  async startAction(id: string, request: BulkActionRequest, by: AuditActor): Promise<BulkAction> {
    await this.dataSource.transaction((manager) => this.saveAction(manager, id, request, by));
    return this.getAction(id);
  }

  private async saveAction(
    manager: EntityManager,
    id: string,
    request: BulkActionRequest,
    by: AuditActor,
  ): Promise<void> {
    const selected = await this.listSelected(request, manager);
    const rows = selected.map(({ order, ...row }) => ({
      ...row,
      orderId: order?.id ?? null,
      outcome: order ? null : ({ state: 'failed', message: UNKNOWN_ORDER } as const),
    }));
    const action = { id, kind: request.kind, contentHash: hashContent(request), rows };
    if (!(await this.bulkActions.insertAction(manager, action, by))) {
      if ((await this.bulkActions.findContentHash(manager, id)) !== action.contentHash) throw idempotencyKeyReused();
      return;
    }
    await this.enqueueRows(manager, await this.bulkActions.insertRows(manager, action));
    await this.auditTrail.addEntry(manager, {
      actor: by,
      action: 'orders.bulk-action-started',
      subject: { type: 'bulk-action', id },
      before: null,
      after: { kind: request.kind, orders: rows.map(({ orderNumber }) => orderNumber) },
    });
  }

  listLastActions(): Promise<BulkActionSummary[]> {
    return this.bulkActions.listLast();
  }

  async getAction(id: string): Promise<BulkAction> {
    const action = await this.bulkActions.find(id);
    if (!action) throw new DomainError('BULK_ACTION_UNKNOWN', 'not-found', MESSAGES.notFound);
    return action;
  }

  /** Orders that have failed are tried again; others stay as they are. */
  async retryAction(id: string, by: AuditActor): Promise<BulkAction> {
    await this.getAction(id);
    await this.dataSource.transaction(async (manager) => {
      const rows = await this.bulkActions.restartFailed(manager, id);
      if (rows.length === 0) return;
      await this.enqueueRows(manager, rows);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'orders.bulk-action-retried',
        subject: { type: 'bulk-action', id },
        before: null,
        after: { orders: rows.length },
      });
    });
    return this.getAction(id);
  }

  private async enqueueRows(manager: EntityManager, rowIds: readonly string[]): Promise<void> {
    for (const rowId of rowIds) await this.jobs.enqueue(manager, changeOrderOfBulkAction, { rowId }, { key: rowId });
  }

  /** Each order once, in the order of the request. */
  private async listSelected(request: BulkActionRequest, manager?: EntityManager): Promise<Selected[]> {
    if (request.kind === 'start-processing') {
      const ids = [...new Set(request.orders.map((orderId) => orderId.toLowerCase()))];
      const orders = new Map((await this.bulkActions.listById(ids, manager)).map((order) => [order.id, order]));
      const confirmed = new Set(request.confirmed.map((orderId) => orderId.toLowerCase()));
      return ids.map((orderId) => {
        const order = orders.get(orderId) ?? null;
        return {
          order,
          orderNumber: order?.orderNumber ?? orderId,
          parcel: null,
          isConfirmed: confirmed.has(orderId),
        };
      });
    }
    const parcels = request.parcels.map((parcel) => ({
      ...parcel,
      orderNumber: parseOrderNumber(parcel.orderNumber) ?? parcel.orderNumber,
    }));
    const numbers = [...new Set(parcels.map(({ orderNumber }) => orderNumber))];
    const found = await this.bulkActions.listByNumber(numbers, manager);
    const orders = new Map(found.map((order) => [order.orderNumber, order]));
    return parcels.map(({ orderNumber, carrier, number }) => ({
      order: orders.get(orderNumber) ?? null,
      orderNumber,
      parcel: { carrier, number },
      isConfirmed: false,
    }));
  }
}
