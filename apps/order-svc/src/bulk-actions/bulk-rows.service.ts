import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@shop/contracts-common';
import { defineJob, HandleJob, type JobContext } from '@shop/jobs';
import { type AuditActor, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OrderChangesService } from '../admin-orders/order-changes.service.js';
import { FulfilmentsRepository } from '../fulfilment/fulfilments.repository.js';
import { ParcelsService } from '../order-lifecycle/parcels.service.js';
import type { OrderCheck } from '../orders/order-check.js';
import {
  CHANGE_WINDOW_OPEN,
  CUSTOMER_FORGOTTEN,
  findStartProblem,
  findTrackingProblem,
  GIVEN_UP,
  HAS_NUMBER,
  toOutcome,
  UNKNOWN_ORDER,
} from './bulk-action.rules.js';
import { type BulkRow, BulkActionsRepository, type SelectedOrder } from './bulk-actions.repository.js';

const MAX_ATTEMPTS = 3;

/**
 * Does one order of a bulk action. Its key is the row. After the last attempt there is one more, for an order with which the process ended each time:
 * it only marks the row as failed.
 */
export const changeOrderOfBulkAction = defineJob<{ rowId: string }>('orders.bulk-action-row', {
  timeoutMs: 60_000,
  concurrency: 2,
  maxAttempts: MAX_ATTEMPTS + 1,
});

const DONE = { state: 'done', message: null } as const;

const skip = (message: string): DomainError => new DomainError('BULK_ROW_SKIPPED', 'conflict', message);

/** Another run of the row's job was faster: this one changes nothing. */
class RowEndedError extends Error {
  override readonly name = 'RowEndedError';
}

/** Does the orders of bulk actions by the services that change one order. A row ends in the transaction of its order's change. */
@Injectable()
export class BulkRowsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly bulkActions: BulkActionsRepository,
    private readonly orderChanges: OrderChangesService,
    private readonly parcels: ParcelsService,
    private readonly fulfilments: FulfilmentsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @HandleJob(changeOrderOfBulkAction)
  async changeOrder({ rowId }: { rowId: string }, { attempt }: Pick<JobContext, 'attempt'>): Promise<void> {
    const row = await this.bulkActions.findRow(rowId);
    if (row?.state !== 'pending') return;
    if (attempt > MAX_ATTEMPTS) return this.giveUp(row, new Error('The process ended during each attempt'));
    try {
      const [order] = await this.bulkActions.listById([row.orderId]);
      if (!order) throw skip(UNKNOWN_ORDER);
      const by = { id: row.actorId, name: row.actor };
      await (row.kind === 'start-processing' ? this.startProcessing(row, order, by) : this.setTracking(row, order, by));
    } catch (error) {
      if (error instanceof RowEndedError) return;
      const outcome = toOutcome(error);
      if (outcome) await this.bulkActions.endRow(this.dataSource.manager, rowId, outcome);
      else if (attempt < MAX_ATTEMPTS) throw error;
      else await this.giveUp(row, error);
    }
  }

  private async giveUp({ id, orderId }: BulkRow, error: unknown): Promise<void> {
    this.logger.error({ err: error, rowId: id, orderId }, 'an order of a bulk action failed');
    await this.bulkActions.endRow(this.dataSource.manager, id, GIVEN_UP);
  }

  private async startProcessing(row: BulkRow, order: SelectedOrder, by: AuditActor): Promise<void> {
    const problem = findStartProblem(order);
    if (problem !== null) throw skip(problem);
    const check: OrderCheck = async (manager, locked) => {
      const isOpen = await this.fulfilments.isChangeWindowOpen(manager, locked.id);
      if (isOpen && !row.isConfirmed) throw skip(CHANGE_WINDOW_OPEN);
      await this.createCheck(row)(manager, locked);
    };
    await this.orderChanges.changeStatus(order.id, { to: 'processing', tracking: null, mayRefund: false, check }, by);
  }

  private async setTracking(row: BulkRow, order: SelectedOrder, by: AuditActor): Promise<void> {
    if (!row.parcel) throw new Error(`The row ${row.id} has no parcel`);
    const { number } = row.parcel;
    const problem = findTrackingProblem(order, { number });
    if (problem !== null) throw skip(problem);
    const parcel = { ...row.parcel, url: null };
    // Again under the lock: another number may have been entered in between, which the customer knows by now.
    const check: OrderCheck = async (manager, locked) => {
      const lateProblem = locked.anonymisedAt ? CUSTOMER_FORGOTTEN : findTrackingProblem(locked, { number });
      if (lateProblem !== null) throw skip(lateProblem);
      await this.createCheck(row)(manager, locked);
    };
    if (order.status === 'shipped') {
      await this.parcels.correctTracking(order.id, { parcel, replaces: null }, by, check);
      // Another admin has entered the same number in between: nothing was changed, and the row has not ended.
      await this.bulkActions.endRow(this.dataSource.manager, row.id, { state: 'skipped', message: HAS_NUMBER });
      return;
    }
    await this.orderChanges.changeStatus(order.id, { to: 'shipped', tracking: parcel, mayRefund: false, check }, by);
  }

  /** Ends the row in the transaction of the change, so that a repeated job finds it done. */
  private createCheck({ id }: BulkRow): OrderCheck {
    return async (manager) => {
      if (!(await this.bulkActions.endRow(manager, id, DONE))) throw new RowEndedError();
    };
  }
}
