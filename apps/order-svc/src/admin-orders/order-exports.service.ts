import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AdminOrdersFileQuery } from '@shop/contracts-order';
import {
  toAuditActor,
  AuditTrail,
  type AuditActor,
  type AuditState,
  type AuditSubject,
  type Caller,
} from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderListRepository } from './order-list.repository.js';

/** Files of all orders. The audit trail has who asked for which, and how many orders were in it. */
@Injectable()
export class OrderExportsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orderList: OrderListRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** The first entry is committed before anything is sent: a caller who disconnects can't avoid it. */
  async exportOrders(caller: Caller, query: AdminOrdersFileQuery): Promise<StreamableFile> {
    const actor = toAuditActor(caller);
    const subject = { type: 'export', id: randomUUID() };
    const batches = await this.orderList.openCsv(query);
    await this.addEntry(actor, subject, 'orders.export-started', { ...query });
    const file = Readable.from(this.countRows(batches, { actor, subject }), { objectMode: false });
    return new StreamableFile(file, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="orders.csv"',
    });
  }

  private async *countRows(
    batches: AsyncGenerator<{ text: string; rows: number }>,
    { actor, subject }: { actor: AuditActor; subject: AuditSubject },
  ): AsyncGenerator<string> {
    let rows = 0;
    let isComplete = false;
    try {
      for await (const batch of batches) {
        rows += batch.rows;
        yield batch.text;
      }
      isComplete = true;
    } finally {
      await this.addEntry(actor, subject, 'orders.exported', { rows, isComplete });
    }
  }

  private addEntry(actor: AuditActor, subject: AuditSubject, action: string, after: AuditState): Promise<void> {
    return this.dataSource.transaction((manager) =>
      this.auditTrail.addEntry(manager, { actor, subject, action, before: null, after }),
    );
  }
}
