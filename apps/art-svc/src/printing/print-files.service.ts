import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { printKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import { sendPicture } from '../media/send-picture.js';
import { printFileBeingMade, printFileUnknown } from './print-file.errors.js';
import { KeptPrintFilesService } from './kept-print-files.service.js';
import { getDownloadName } from './print-file.rules.js';
import { PrintFilesRepository } from './print-files.repository.js';

/** Sends print files to admins. */
@Injectable()
export class PrintFilesService {
  constructor(
    private readonly printFiles: PrintFilesRepository,
    private readonly store: ImageStore,
    private readonly keptFiles: KeptPrintFilesService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /**
   * Streams the file. Throws 404 where it does not exist, or no longer exists, and 503 where it was deleted after its order ended: it is
   * made again.
   */
  async sendPrintFile(id: string, ifNoneMatch: string | undefined, reply: FastifyReply): Promise<void> {
    const printFile = await this.printFiles.findWithFile(id);
    if (!printFile) throw printFileUnknown();
    const isRestarted = await this.dataSource.transaction((manager) => this.keptFiles.restartDeleted(id, manager));
    if (isRestarted) throw printFileBeingMade();
    const { sha256 } = printFile.file;
    const picture = { etag: `"${sha256}"`, mimeType: 'image/png', open: () => this.openFile(sha256) };
    await sendPicture(reply, picture, ifNoneMatch, {
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="${getDownloadName(printFile)}"`,
    });
  }

  private async openFile(sha256: string): Promise<StoredFile> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw printFileUnknown();
    return file;
  }
}
