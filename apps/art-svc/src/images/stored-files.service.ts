import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { FileRemovalsService } from './file-removals.service.js';
import { type FileContent, ImageStore } from './image-store.js';

/**
 * Saves a file together with its row. The file is written first, because readers of the row may fetch it at once. Its
 * removal is scheduled before and cancelled with the row's commit, so neither a crash nor a lost answer to COMMIT
 * leaves a file without a row or a row without a file.
 */
@Injectable()
export class StoredFilesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
    private readonly fileRemovals: FileRemovalsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores the file, then calls `insertRow` in a transaction. Removes the file where `insertRow` returns false or
   * throws.
   */
  async saveWithRow(
    key: string,
    content: FileContent,
    insertRow: (manager: EntityManager) => Promise<boolean>,
  ): Promise<boolean> {
    await this.fileRemovals.scheduleUnlessSaved(key);
    await this.store.put(key, content);
    const isSaved = await this.dataSource
      .transaction(async (manager) => {
        const isWritten = await insertRow(manager);
        if (isWritten) await this.fileRemovals.cancelRemoval(key, manager);
        return isWritten;
      })
      .catch(async (error: unknown) => {
        await this.removeFile(key);
        throw error;
      });
    if (!isSaved) await this.removeFile(key);
    return isSaved;
  }

  /** On failure its job tries again. */
  private async removeFile(key: string): Promise<void> {
    await this.fileRemovals
      .removeUnsaved(key)
      .catch((error: unknown) => this.logger.warn({ err: error, key }, 'could not remove a file; its job tries again'));
  }
}
