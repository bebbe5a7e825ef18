import { Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import { printKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import { sendPicture } from '../media/send-picture.js';
import { getDownloadName } from './print-job.rules.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** Sends print files to admins. */
@Injectable()
export class PrintFilesService {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly store: ImageStore,
  ) {}

  /** Streams the file. Throws 404 where it does not exist, or no longer exists. */
  async sendPrintFile(id: string, ifNoneMatch: string | undefined, reply: FastifyReply): Promise<void> {
    const job = await this.jobs.findWithFile(id);
    if (!job) throw printFileUnknown();
    const { sha256 } = job.file;
    const picture = { etag: `"${sha256}"`, mimeType: 'image/png', open: () => this.openFile(sha256) };
    await sendPicture(reply, picture, ifNoneMatch, {
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="${getDownloadName(job)}"`,
    });
  }

  private async openFile(sha256: string): Promise<StoredFile> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw printFileUnknown();
    return file;
  }
}

const printFileUnknown = (): DomainError => new DomainError('PRINT_FILE_UNKNOWN', 'not-found', MESSAGES.notFound);
