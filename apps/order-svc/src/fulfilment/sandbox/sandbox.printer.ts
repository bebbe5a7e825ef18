import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { Tracking } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { externalIdOf, PrintProvider, type PrinterOrder, type PrintOrder } from '../print-provider.js';
import { stageAfter, type SandboxStage } from './sandbox-clock.rules.js';

interface Row {
  id: string;
  elapsedMs: number;
  isCancelled: boolean;
}

const ELAPSED = `extract(epoch FROM now() - accepted_at)::float8 * 1000 AS "elapsedMs"`;
const FIND = `SELECT id, ${ELAPSED}, cancelled_at IS NOT NULL AS "isCancelled" FROM sandbox_print_orders WHERE order_id = $1`;
const ACCEPT = 'INSERT INTO sandbox_print_orders (id, order_id) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING';
const CANCEL = `UPDATE sandbox_print_orders SET cancelled_at = now(), told = 'cancelled' WHERE order_id = $1`;

/** A press that prints nothing: its orders move on by the clock alone. It keeps no name and no address. */
@Injectable()
export class SandboxPrinter extends PrintProvider {
  readonly name = 'sandbox';
  readonly tellsDelivery = true;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async submit({ orderId }: PrintOrder): Promise<PrinterOrder> {
    await this.dataSource.query(ACCEPT, [externalIdOf(orderId), orderId]);
    const made = await this.retrieve(orderId);
    if (!made) throw new Error('The sandbox printer lost an order');
    return made;
  }

  async retrieve(orderId: string): Promise<PrinterOrder | null> {
    const row = await this.find(orderId);
    return (
      row && {
        externalId: row.id,
        status: this.statusOf(row),
        tracking: trackingOf(row, this.stageOf(row)),
        reason: null,
      }
    );
  }

  /** It has no drafts. */
  confirm(): never {
    throw new Error('The sandbox printer has no drafts');
  }

  async cancel(orderId: string): Promise<'cancelled' | 'too-late'> {
    const row = await this.find(orderId);
    if (row && !row.isCancelled && this.stageOf(row) !== 'accepted') return 'too-late';
    await this.dataSource.query(CANCEL, [orderId]);
    return 'cancelled';
  }

  /** It tells the shop by itself, without a webhook. */
  verifyWebhook(): never {
    throw new DomainError('WEBHOOK_UNKNOWN', 'not-found', SENTENCES.notFound);
  }

  private async find(orderId: string): Promise<Row | null> {
    const [row] = await this.dataSource.query<Row[]>(FIND, [orderId]);
    return row ?? null;
  }

  private stageOf({ elapsedMs }: Row): SandboxStage {
    return stageAfter(elapsedMs, this.config.SANDBOX_PRINTER_SPEED);
  }

  private statusOf(row: Row): PrinterOrder['status'] {
    return row.isCancelled ? 'cancelled' : this.stageOf(row);
  }
}

/** No carrier has this parcel, and the number says so. The address is one that nobody owns (RFC 2606). */
function trackingOf({ id, isCancelled }: Row, stage: SandboxStage): Tracking | null {
  if (isCancelled || (stage !== 'shipped' && stage !== 'delivered')) return null;
  const number = `SANDBOX-${id.slice(0, 10).toUpperCase()}`;
  return { carrier: 'Sandbox Post', number, url: `https://example.com/sandbox-parcels/${number}` };
}
