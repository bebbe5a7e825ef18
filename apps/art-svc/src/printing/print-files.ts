import { Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import { printKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import { sendPicture } from '../media/send-picture.js';
import { downloadName } from './print-job.rules.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** Print files as admins take them to the press. */
@Injectable()
export class PrintFiles {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly store: ImageStore,
  ) {}

  /** Streams the file. Throws 404 where there is none, or none any more. */
  async send(id: string, known: string | undefined, reply: FastifyReply): Promise<void> {
    const job = await this.jobs.findMade(id);
    if (!job) throw notFound();
    const { sha256 } = job.file;
    const picture = { etag: `"${sha256}"`, mimeType: 'image/png', open: () => this.open(sha256) };
    await sendPicture(reply, picture, known, {
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="${downloadName(job)}"`,
    });
  }

  private async open(sha256: string): Promise<StoredFile> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw notFound();
    return file;
  }
}

const notFound = (): DomainError => new DomainError('PRINT_FILE_UNKNOWN', 'not-found', SENTENCES.notFound);
