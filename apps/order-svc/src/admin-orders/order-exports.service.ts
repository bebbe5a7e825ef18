import { randomUUID } from 'node:crypto';
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
import { type FileCell, HEADINGS, OrderFileRepository } from './order-file.repository.js';
import type { OrderFileFormat } from './order-file-formats.js';

/** Files of all orders. The audit trail has who asked for which, and how many orders were in it. */
@Injectable()
export class OrderExportsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orderFile: OrderFileRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** The first entry is committed before anything is sent: a caller who disconnects can't avoid it. */
  async exportOrders(caller: Caller, query: AdminOrdersFileQuery, format: OrderFileFormat): Promise<StreamableFile> {
    const actor = toAuditActor(caller);
    const subject = { type: 'export', id: randomUUID() };
    const batches = await this.orderFile.openRows(query);
    await this.addEntry(actor, subject, 'orders.export-started', { ...query });
    const file = format.write(HEADINGS, this.countRows(batches, { actor, subject }));
    return new StreamableFile(file, {
      type: format.type,
      disposition: `attachment; filename="orders.${format.extension}"`,
    });
  }

  private async *countRows(
    batches: AsyncGenerator<FileCell[][]>,
    { actor, subject }: { actor: AuditActor; subject: AuditSubject },
  ): AsyncGenerator<FileCell[][]> {
    let rows = 0;
    let isComplete = false;
    try {
      for await (const batch of batches) {
        rows += batch.length;
        yield batch;
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
