import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SelectedPrintFiles } from '@shop/contracts-art';
import { type AuditActor, AuditTrail, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { KeptPrintFilesService } from './kept-print-files.service.js';
import { createPrintFilesZip } from './print-files-zip.js';
import { isReady, listMissing, type ReadyPrintFile, type SelectedPrintFile } from './selected-print-files.rules.js';

const SELECT_FILES = `
  SELECT id, order_number AS "orderNumber", line, status, failure_reason AS "failureReason", file->>'sha256' AS sha256,
    files_due_at IS NOT DISTINCT FROM 'infinity' AS "isDeleted"
  FROM print_files WHERE order_number = ANY($1) ORDER BY order_number, line`;

/** The print files of selected orders as one ZIP. */
@Injectable()
export class PrintFilesZipService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
    private readonly keptFiles: KeptPrintFilesService,
    private readonly auditTrail: AuditTrail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async listSelected(orderNumbers: readonly string[]): Promise<SelectedPrintFiles> {
    const numbers = [...new Set(orderNumbers)];
    const files = await this.listFiles(numbers);
    return { files: files.filter(isReady).length, missing: listMissing(numbers, files) };
  }

  async downloadZip(orderNumbers: readonly string[], by: AuditActor): Promise<StreamableFile> {
    const numbers = [...new Set(orderNumbers)];
    const files = await this.listFiles(numbers);
    for (const { id } of files.filter(({ isDeleted }) => isDeleted))
      await this.dataSource.transaction((manager) => this.keptFiles.restartDeleted(id, manager));
    const ready = files.filter(isReady);
    await this.dataSource.transaction((manager) =>
      this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'orders.print-files-downloaded',
        subject: { type: 'export', id: randomUUID() },
        before: null,
        after: { orders: numbers, files: ready.length },
      }),
    );
    const name = `print-files-${new Date().toISOString().slice(0, 10)}.zip`;
    return new StreamableFile(
      createPrintFilesZip(ready, listMissing(numbers, files), (file) => this.openFile(file)),
      {
        type: 'application/zip',
        disposition: `attachment; filename="${name}"`,
      },
    );
  }

  private listFiles(orderNumbers: readonly string[]): Promise<SelectedPrintFile[]> {
    return this.dataSource.query(SELECT_FILES, [orderNumbers]);
  }

  private async openFile({ id, sha256 }: ReadyPrintFile): Promise<Readable | null> {
    const file = await this.store.open(printKey(sha256));
    if (!file) this.logger.error({ printFileId: id }, 'a print file is missing in the store');
    return file?.stream ?? null;
  }
}
