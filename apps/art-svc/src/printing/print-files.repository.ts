import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { defineJob, JobQueue } from '@shop/jobs';
import { type EntityManager, In, Repository } from 'typeorm';
import { type PrintFailure, type PrintFileDetails, PrintFileEntity } from './print-file.entity.js';
import { MAX_ATTEMPTS } from './print-file.rules.js';

/**
 * Makes the print file and the mock-up of an order item; its key is the item. The configuration has its concurrency and pauses. After the last
 * attempt there is one more, for a picture that crashes the process each time: it only marks the print file as failed.
 */
export const makePrintFile = defineJob<{ orderItemId: string }>('art.print-file', {
  // The largest print takes half a minute on a busy core; an attempt of this length hangs.
  timeoutMs: 300_000,
  maxAttempts: MAX_ATTEMPTS + 1,
});

export type NewPrintFile = Pick<
  PrintFileEntity,
  'orderItemId' | 'orderId' | 'orderNumber' | 'line' | 'artworkId' | 'design' | 'scaleSense' | 'print' | 'revision'
>;

/** Files of an older revision. Its mock-up stays, because emails that were sent show it. */
export interface OutdatedFiles {
  sha256: string | null;
  viewId: string | null;
}

@Injectable()
export class PrintFilesRepository {
  constructor(
    @InjectRepository(PrintFileEntity) private readonly printFiles: Repository<PrintFileEntity>,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Starts the print file again for a newer revision of the item; the result of a running attempt is discarded. Null where this
   * revision or a newer one is known.
   */
  async restart(
    { orderItemId, artworkId, design, print, revision }: NewPrintFile,
    manager: EntityManager,
  ): Promise<OutdatedFiles | null> {
    const [current] = await manager.query<(OutdatedFiles & { revision: number })[]>(
      `SELECT file->>'sha256' AS sha256, view_id AS "viewId", revision FROM print_files WHERE order_item_id = $1 FOR UPDATE`,
      [orderItemId],
    );
    if (!current || current.revision >= revision) return null;
    await manager.query(
      `UPDATE print_files SET revision = $2, artwork_id = $3, design = $4, print = $5, status = 'pending', failure_reason = NULL, attempts = 0,
         file = NULL, mockup_id = NULL, view_id = NULL, completed_at = NULL, files_due_at = NULL
       WHERE order_item_id = $1`,
      [orderItemId, revision, artworkId, JSON.stringify(design), print && JSON.stringify(print)],
    );
    return current;
  }

  /** False where the item already has a print file. */
  async insertPrintFile(printFile: NewPrintFile, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO print_files (order_item_id, order_id, order_number, line, artwork_id, design, scale_sense, print, revision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (order_item_id) DO NOTHING RETURNING 1`,
      [
        printFile.orderItemId,
        printFile.orderId,
        printFile.orderNumber,
        printFile.line,
        printFile.artworkId,
        JSON.stringify(printFile.design),
        printFile.scaleSense,
        printFile.print && JSON.stringify(printFile.print),
        printFile.revision,
      ],
    );
    return rows.length > 0;
  }

  /** Null where the file is not made yet. */
  findWithFile(id: string): Promise<(PrintFileEntity & { file: PrintFileDetails }) | null> {
    return this.printFiles
      .createQueryBuilder('printFile')
      .where('printFile.id = :id AND printFile.file IS NOT NULL', { id })
      .getOne() as Promise<(PrintFileEntity & { file: PrintFileDetails }) | null>;
  }

  /**
   * Starts a print file again whose file was deleted after its order ended. Returns its old view, which is to be deleted; null where the file
   * was not deleted or another call was faster.
   */
  async restartDeleted(
    id: string,
    manager: EntityManager,
  ): Promise<{ orderItemId: string; viewId: string | null } | null> {
    const [printFile] = await manager.query<{ orderItemId: string; viewId: string | null }[]>(
      `SELECT order_item_id AS "orderItemId", view_id AS "viewId" FROM print_files
       WHERE id = $1 AND file IS NOT NULL AND files_due_at = 'infinity' FOR UPDATE`,
      [id],
    );
    if (!printFile) return null;
    await manager.query(
      `UPDATE print_files SET status = 'pending', attempts = 0, file = NULL, view_id = NULL, completed_at = NULL, files_due_at = NULL
       WHERE id = $1`,
      [id],
    );
    await this.enqueue(manager, printFile.orderItemId);
    return printFile;
  }

  /** Adds the job that makes the print file, or lets it follow a running one of an older revision. */
  async enqueue(manager: EntityManager, orderItemId: string): Promise<void> {
    await this.queue.enqueue(manager, makePrintFile, { orderItemId }, { key: orderItemId });
  }

  /** Null where the print file is finished. */
  async startAttempt(orderItemId: string, attempt: number): Promise<PrintFileEntity | null> {
    const [, count] = await this.printFiles.query<[unknown, number]>(
      `UPDATE print_files SET status = 'processing', attempts = $2
       WHERE order_item_id = $1 AND status IN ('pending', 'processing')`,
      [orderItemId, attempt],
    );
    return count > 0 ? this.printFiles.findOneBy({ orderItemId }) : null;
  }

  /** The print file, locked until the transaction ends; null where it has a newer revision or is finished. */
  findAndLockUnfinished(
    { orderItemId, revision }: Pick<PrintFileEntity, 'orderItemId' | 'revision'>,
    manager: EntityManager,
  ): Promise<PrintFileEntity | null> {
    return manager.findOne(PrintFileEntity, {
      where: { orderItemId, revision, status: 'processing' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async saveFile(id: string, file: PrintFileDetails, viewId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE print_files SET file = $2, view_id = $3 WHERE id = $1', [
      id,
      JSON.stringify(file),
      viewId,
    ]);
  }

  async markCompleted(id: string, mockupId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE print_files SET status = 'completed', mockup_id = $2, completed_at = now() WHERE id = $1`,
      [id, mockupId],
    );
  }

  /** The failed print file; null where it has another revision or is finished. */
  async markFailed(
    { orderItemId, revision }: Pick<PrintFileEntity, 'orderItemId' | 'revision'>,
    reason: PrintFailure,
    manager: EntityManager,
  ): Promise<PrintFileEntity | null> {
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE print_files SET status = 'failed', failure_reason = $3, completed_at = now()
       WHERE order_item_id = $1 AND revision = $2 AND status IN ('pending', 'processing')`,
      [orderItemId, revision, reason],
    );
    return count > 0 ? manager.findOneBy(PrintFileEntity, { orderItemId }) : null;
  }

  /** The order of this item is open again: its file stays. Null where the item has no print file. */
  async reopen(orderItemId: string, manager: EntityManager): Promise<PrintFileEntity | null> {
    await manager.query(
      `UPDATE print_files SET order_ended = false, files_due_at = CASE WHEN files_due_at = 'infinity' THEN files_due_at END WHERE order_item_id = $1`,
      [orderItemId],
    );
    return manager.findOneBy(PrintFileEntity, { orderItemId });
  }

  async markOrderEnded(orderId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE print_files SET order_ended = true WHERE order_id = $1', [orderId]);
  }

  /** A page of finished print files in the order of their ids. */
  listFinished(after: string, limit: number, manager: EntityManager): Promise<PrintFileEntity[]> {
    return manager
      .createQueryBuilder(PrintFileEntity, 'printFile')
      .where({ status: In(['completed', 'failed']) })
      .andWhere('printFile.id > :after', { after })
      .orderBy('printFile.id')
      .limit(limit)
      .getMany();
  }
}
