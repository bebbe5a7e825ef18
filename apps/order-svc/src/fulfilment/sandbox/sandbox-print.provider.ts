import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { Tracking } from '@shop/contracts/order';
import { defineJob, JobQueue } from '@shop/jobs';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../config.js';
import {
  toExternalId,
  PrinterBusyError,
  PrintOutOfStockError,
  PrintProvider,
  type PrinterOrder,
  type PrintOrder,
} from '../print-provider.js';
import { computeNextStageMs, computeStage, isOutOfStock, type SandboxStage } from './sandbox-printer.rules.js';

/** Reports the stage that an order has reached. Its key is the order. */
export const reportPrintStage = defineJob<{ orderId: string }>('sandbox.report-print-stage', { timeoutMs: 60_000 });

interface Row {
  id: string;
  acceptedAt: Date;
  elapsedMs: number;
  isCancelled: boolean;
}

const ELAPSED = `extract(epoch FROM now() - accepted_at)::float8 * 1000 AS "elapsedMs"`;
const FIND = `SELECT id, accepted_at AS "acceptedAt", ${ELAPSED}, cancelled_at IS NOT NULL AS "isCancelled" FROM sandbox_print_orders WHERE order_id = $1`;
const ACCEPT = `INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING RETURNING accepted_at AS "acceptedAt"`;
const CANCEL = `UPDATE sandbox_print_orders SET cancelled_at = now(), reported_stage = 'cancelled' WHERE order_id = $1`;

const SAVE_REPORTED_STAGE = `UPDATE sandbox_print_orders SET reported_stage = $2 WHERE order_id = $1 AND reported_stage <> 'cancelled'`;

/** A printer that prints nothing: its orders advance by time only. Stores no name and no address. */
@Injectable()
export class SandboxPrintProvider extends PrintProvider {
  readonly name = 'sandbox';
  readonly reportsDelivery = true;
  /** Orders that were refused once, because their costs were being calculated. */
  private readonly calculatedOrderIds = new Set<string>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async submit(order: PrintOrder): Promise<PrinterOrder> {
    const { orderId } = order;
    this.simulateFaults(order);
    await this.dataSource.transaction(async (manager) => {
      const [accepted] = await manager.query<Pick<Row, 'acceptedAt'>[]>(ACCEPT, [toExternalId(orderId), orderId]);
      if (accepted) await this.enqueueNextReport(manager, orderId, 'accepted', accepted.acceptedAt);
    });
    const printerOrder = await this.retrieve(orderId);
    if (!printerOrder) throw new Error('The sandbox printer lost an order');
    return printerOrder;
  }

  async retrieve(orderId: string): Promise<PrinterOrder | null> {
    const row = await this.find(orderId);
    return (
      row && {
        externalId: row.id,
        status: this.getStatus(row),
        tracking: toTracking(row, this.getStage(row)),
        reason: null,
      }
    );
  }

  submitDraft(): never {
    throw new Error('The sandbox printer has no drafts');
  }

  confirm(): never {
    throw new Error('The sandbox printer has no drafts');
  }

  async cancel(orderId: string): Promise<'cancelled' | 'too-late'> {
    const row = await this.find(orderId);
    if (row && !row.isCancelled && this.getStage(row) !== 'accepted') return 'too-late';
    await this.dataSource.query(CANCEL, [orderId]);
    return 'cancelled';
  }

  /** Calls `report` if the order is in print, and again when the next stage begins. */
  async reportStage(orderId: string, report: () => Promise<void>): Promise<void> {
    const row = await this.find(orderId);
    if (!row || row.isCancelled) return;
    const stage = this.getStage(row);
    await report();
    await this.dataSource.transaction(async (manager) => {
      await manager.query(SAVE_REPORTED_STAGE, [orderId, stage]);
      await this.enqueueNextReport(manager, orderId, stage, row.acceptedAt);
    });
  }

  private async enqueueNextReport(
    manager: EntityManager,
    orderId: string,
    stage: SandboxStage,
    acceptedAt: Date,
  ): Promise<void> {
    const nextMs = computeNextStageMs(stage, this.config.SANDBOX_PRINTER_SPEED);
    if (nextMs === null) return;
    // A millisecond later, because the database's times are more precise than a Date.
    const runAt = new Date(acceptedAt.getTime() + Math.ceil(nextMs) + 1);
    await this.jobs.enqueue(manager, reportPrintStage, { orderId }, { key: orderId, runAt });
  }

  /** It has no webhooks: its jobs call the service directly. */
  verifyWebhook(): never {
    throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', MESSAGES.notFound);
  }

  private simulateFaults({ orderId, lines }: PrintOrder): void {
    const faults = this.config.SANDBOX_PRINTER_FAULTS;
    const missing = lines.filter((line) => isOutOfStock(faults, line));
    if (missing.length > 0) throw new PrintOutOfStockError(missing.map(({ orderItemId }) => orderItemId));
    if (!faults.isCalculating || this.calculatedOrderIds.has(orderId)) return;
    this.calculatedOrderIds.add(orderId);
    throw new PrinterBusyError('The printer is still calculating the costs of this order.');
  }

  private async find(orderId: string): Promise<Row | null> {
    const [row] = await this.dataSource.query<Row[]>(FIND, [orderId]);
    return row ?? null;
  }

  private getStage({ elapsedMs }: Row): SandboxStage {
    return computeStage(elapsedMs, this.config.SANDBOX_PRINTER_SPEED);
  }

  private getStatus(row: Row): PrinterOrder['status'] {
    return row.isCancelled ? 'cancelled' : this.getStage(row);
  }
}

/** The tracking number is visibly fake, and the address belongs to nobody (RFC 2606). */
function toTracking({ id, isCancelled }: Row, stage: SandboxStage): Tracking | null {
  if (isCancelled || (stage !== 'shipped' && stage !== 'delivered')) return null;
  const number = `SANDBOX-${id.slice(0, 10).toUpperCase()}`;
  return { carrier: 'Sandbox Post', number, url: `https://example.com/sandbox-parcels/${number}` };
}
