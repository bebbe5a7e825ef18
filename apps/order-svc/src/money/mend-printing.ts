import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, isDomainError } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { ChangeOrderStatus } from '../admin-orders/change-order-status.js';
import { AskPrinter } from '../fulfilment/ask-printer.js';
import { RetryPrinting } from '../fulfilment/retry-printing.js';
import { RemakePrintFiles } from '../print-files/remake-print-files.js';

const silent = () =>
  new DomainError(
    'PRINTER_UNREACHABLE',
    'provider-failed',
    'The printer does not answer right now. Please try again in a moment.',
  );

/** What stands between a paid order and its parcel is tried, or asked about, once more. */
@Injectable()
export class MendPrinting {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly files: RemakePrintFiles,
    private readonly retry: RetryPrinting,
    private readonly moves: ChangeOrderStatus,
    private readonly asking: AskPrinter,
    private readonly trail: AuditTrail,
  ) {}

  /** False where no file is lacking, or all were asked for a moment ago. */
  makeFiles(orderId: string, by: AuditActor): Promise<boolean> {
    return this.files.execute(orderId, by);
  }

  handOver(orderId: string, by: AuditActor): Promise<void> {
    return this.retry.execute(orderId, by);
  }

  /** Whoever prints by hand has begun, or has sent it; false where it was moved on meanwhile. */
  async move(orderId: string, to: 'processing' | 'shipped', by: AuditActor): Promise<boolean> {
    try {
      await this.moves.execute(orderId, { to, tracking: null }, by);
      return true;
    } catch (error) {
      if (isDomainError(error) && error.code === 'ORDER_MOVE_REFUSED') return false;
      throw error;
    }
  }

  /** Its money has gone back. What the printer has begun all the same is noted as being there. */
  async cancel(orderId: string, by: AuditActor): Promise<void> {
    try {
      await this.moves.execute(orderId, { to: 'cancelled', tracking: null }, by);
    } catch (error) {
      if (isDomainError(error) && error.code === 'PRINTING_BEGUN') await this.asking.ask(orderId);
      throw error;
    }
  }

  /** An admin has seen to it at the printer. */
  async askPrinter(orderId: string, by: AuditActor): Promise<void> {
    await this.trail.record(this.dataSource.manager, {
      actor: by,
      action: 'order.printer-asked',
      subject: { type: 'order', id: orderId },
      before: null,
      after: null,
    });
    try {
      await this.asking.askAndConfirm(orderId);
    } catch (error) {
      throw isDomainError(error) ? error : silent();
    }
  }
}
