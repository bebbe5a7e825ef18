import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { Tracking } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import {
  toExternalId,
  PrinterBusyError,
  PrintOutOfStockError,
  PrintProvider,
  type PrinterOrder,
  type PrintOrder,
} from '../print-provider.js';
import { computeStage, type SandboxStage } from './sandbox-clock.rules.js';
import { isOutOfStock } from './sandbox-printer-faults.rules.js';

interface Row {
  id: string;
  elapsedMs: number;
  isCancelled: boolean;
}

const ELAPSED = `extract(epoch FROM now() - accepted_at)::float8 * 1000 AS "elapsedMs"`;
const FIND = `SELECT id, ${ELAPSED}, cancelled_at IS NOT NULL AS "isCancelled" FROM sandbox_print_orders WHERE order_id = $1`;
const ACCEPT = 'INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING';
const CANCEL = `UPDATE sandbox_print_orders SET cancelled_at = now(), reported_stage = 'cancelled' WHERE order_id = $1`;

/** A printer that prints nothing: its orders advance by time only. Stores no name and no address. */
@Injectable()
export class SandboxPrintProvider extends PrintProvider {
  readonly name = 'sandbox';
  readonly reportsDelivery = true;
  /** Orders that were refused once, because their costs were being calculated. */
  private readonly calculatedOrderIds = new Set<string>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async submit(order: PrintOrder): Promise<PrinterOrder> {
    const { orderId } = order;
    this.simulateFaults(order);
    await this.dataSource.query(ACCEPT, [toExternalId(orderId), orderId]);
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

  /** It has no webhooks: SandboxPrintScheduler calls the service directly. */
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
