import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { printKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import { sendPicture } from '../media/send-picture.js';
import { printFileBeingMade, printFileUnknown } from './print-file.errors.js';
import { getDownloadName } from './print-file.rules.js';
import { PrintFilesRepository } from './print-files.repository.js';

/** Sends print files to admins. */
@Injectable()
export class PrintFilesService {
  constructor(
    private readonly printFiles: PrintFilesRepository,
    private readonly store: ImageStore,
    private readonly fileRemovals: FileRemovalsService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /**
   * Streams the file. Throws 404 where it does not exist, or no longer exists, and 503 where it was deleted after its order ended: it is
   * made again.
   */
  async sendPrintFile(id: string, ifNoneMatch: string | undefined, reply: FastifyReply): Promise<void> {
    const printFile = await this.printFiles.findWithFile(id);
    if (!printFile) throw printFileUnknown();
    if (await this.makeDeletedAgain(id)) throw printFileBeingMade();
    const { sha256 } = printFile.file;
    const picture = { etag: `"${sha256}"`, mimeType: 'image/png', open: () => this.openFile(sha256) };
    await sendPicture(reply, picture, ifNoneMatch, {
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="${getDownloadName(printFile)}"`,
    });
  }

  private makeDeletedAgain(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const printFile = await this.printFiles.restartDeleted(id, manager);
      if (printFile?.viewId)
        await this.fileRemovals.deleteImages([{ id: printFile.viewId, mimeType: 'image/png' }], null, manager);
      return printFile !== null;
    });
  }

  private async openFile(sha256: string): Promise<StoredFile> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw printFileUnknown();
    return file;
  }
}
