import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { ImageStore, type Content } from '../images/image-store.js';
import { FileRemovals } from './file-removals.js';

/**
 * Files and the rows that name them. The file comes first: whoever reads the row may fetch it at once. It is noted to be removed before it is
 * written, and the note goes with the row's commit; so whatever happens in between, a process that is killed or a COMMIT whose answer is lost, a
 * file with its row stays and one without goes.
 */
@Injectable()
export class KeptFiles {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
    private readonly removals: FileRemovals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Puts the file, then has `write` write its row in a transaction; where that says false, or fails, the file goes again. */
  async keep(key: string, content: Content, write: (manager: EntityManager) => Promise<boolean>): Promise<boolean> {
    await this.removals.noteAhead(key);
    await this.store.put(key, content);
    const isKept = await this.dataSource
      .transaction(async (manager) => {
        const isWritten = await write(manager);
        if (isWritten) await this.removals.forget(key, manager);
        return isWritten;
      })
      .catch(async (error: unknown) => {
        await this.letGo(key);
        throw error;
      });
    if (!isKept) await this.letGo(key);
    return isKept;
  }

  /** The note decides: it is gone where the transaction was committed after all. Where it can't be asked, the upkeep does so later. */
  private async letGo(key: string): Promise<void> {
    await this.removals
      .remove([key])
      .catch((error: unknown) => this.logger.warn({ err: error, key }, 'a file is left to the upkeep'));
  }
}
