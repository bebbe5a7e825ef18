import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { PrintFileCompletionService } from './print-file-completion.service.js';
import { PrintFilesRepository } from './print-files.repository.js';

/** Print files of orders that have ended: they are deleted after a while, and made again where they are needed. */
@Injectable()
export class KeptPrintFilesService {
  constructor(
    private readonly printFiles: PrintFilesRepository,
    private readonly printFileCompletion: PrintFileCompletionService,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  /**
   * For items that are sent again: their files stay until the order ends again. Publishes the outcome of each at once, or when a deleted file is
   * made again.
   */
  async reopenPrintFiles(orderItemIds: readonly string[], manager: EntityManager): Promise<void> {
    for (const orderItemId of [...orderItemIds].sort()) {
      const printFile = await this.printFiles.reopen(orderItemId, manager);
      if (printFile && !(await this.restartDeleted(printFile.id, manager)))
        await this.printFileCompletion.publishOutcome(printFile, manager);
    }
  }

  /** False where the file was not deleted. */
  async restartDeleted(id: string, manager: EntityManager): Promise<boolean> {
    const printFile = await this.printFiles.restartDeleted(id, manager);
    if (printFile?.viewId)
      await this.fileRemovals.deleteImages([{ id: printFile.viewId, mimeType: 'image/png' }], null, manager);
    return printFile !== null;
  }
}
