import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable, StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SelectedPrintFiles } from '@shop/contracts-art';
import { type AuditActor, AuditTrail } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { ZipFile } from 'yazl';
import { printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { KeptPrintFilesService } from './kept-print-files.service.js';
import {
  isReady,
  listMissing,
  type ReadyPrintFile,
  type SelectedPrintFile,
  toZipPath,
} from './selected-print-files.rules.js';

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
  ) {}

  async listSelected(orderNumbers: readonly string[]): Promise<SelectedPrintFiles> {
    const numbers = [...new Set(orderNumbers)];
    const files = await this.listFiles(numbers);
    return { files: files.filter(isReady).length, missing: listMissing(numbers, files) };
  }

  /**
   * A file is opened when the one before is sent, so the memory does not grow with the selection. A later error breaks the connection, so that an
   * incomplete ZIP never looks complete.
   */
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
    return new StreamableFile(this.openZip(ready, listMissing(numbers, files)), {
      type: 'application/zip',
      disposition: `attachment; filename="${name}"`,
    });
  }

  private listFiles(orderNumbers: readonly string[]): Promise<SelectedPrintFile[]> {
    return this.dataSource.query(SELECT_FILES, [orderNumbers]);
  }

  private openZip(files: readonly ReadyPrintFile[], missing: SelectedPrintFiles['missing']): Readable {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    let current: Readable | undefined;
    zip.on('error', (error: Error) => output.destroy(error));
    output.once('close', () => current?.destroy());
    if (missing.length > 0) {
      const text = missing.map(({ orderNumber, message }) => `${orderNumber}: ${message}\n`).join('');
      zip.addBuffer(Buffer.from(text), 'Not in this file.txt');
    }
    for (const file of files)
      zip.addReadStreamLazy(toZipPath(file), { compress: false }, (done) => {
        this.openFile(file).then(
          (stream) => {
            current = stream;
            if (output.destroyed) stream.destroy();
            done(null, stream);
          },
          (error: unknown) => output.destroy(error as Error),
        );
      });
    zip.end();
    return output;
  }

  private async openFile({ id, sha256 }: ReadyPrintFile): Promise<Readable> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw new Error(`The print file ${id} is missing in the store`);
    return file.stream;
  }
}
