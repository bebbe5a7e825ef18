import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron } from '@shop/jobs';
import { DataSource } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';

/** After the order has ended. A reprint for a complaint needs the file; later ones make it again. */
const RETENTION_DAYS = 60;
const BATCH_SIZE = 200;

/** Deletes print files of ended orders. Their details, views and mock-ups stay, because the order's page shows them. */
@Injectable()
export class OldPrintFilesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly fileRemovals: FileRemovalsService,
  ) {}

  @Cron('23 * * * *', { name: 'art.old-print-files.schedule' })
  async scheduleEnded(): Promise<void> {
    await this.dataSource.query(
      `UPDATE print_files SET files_due_at = now() + $1 * interval '1 day' WHERE id = ANY(ARRAY(
         SELECT id FROM print_files WHERE order_ended AND file IS NOT NULL AND files_due_at IS NULL
         ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [RETENTION_DAYS, 10 * BATCH_SIZE],
    );
  }

  /** Deletes one batch, and its files after the commit. A file that another order still needs stays. */
  @Cron('* * * * *', { name: 'art.old-print-files' })
  async deleteDue(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [rows] = await manager.query<[{ sha256: string }[], number]>(
        `UPDATE print_files SET files_due_at = 'infinity' WHERE id = ANY(ARRAY(
           SELECT id FROM print_files WHERE files_due_at < now() AND files_due_at < 'infinity' AND file IS NOT NULL
           ORDER BY files_due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING file->>'sha256' AS sha256`,
        [BATCH_SIZE],
      );
      await this.fileRemovals.schedulePrints([...new Set(rows.map(({ sha256 }) => sha256))], null, manager);
    });
  }
}
