import { Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import { printKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
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
    const isKnown = known?.replaceAll('W/', '').split(',').some((etag) => etag.trim() === `"${sha256}"`);
    // Opened before anything is said: a refusal is no download.
    const file = isKnown ? null : await this.open(sha256);
    void reply
      .header('cache-control', 'private, no-cache')
      .header('etag', `"${sha256}"`)
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename="${downloadName(job)}"`);
    if (!file) {
      await reply.status(304).send();
      return;
    }
    await reply.header('content-length', file.sizeBytes).type('image/png').send(file.stream);
  }

  private async open(sha256: string): Promise<StoredFile> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw notFound();
    return file;
  }
}

const notFound = (): DomainError => new DomainError('PRINT_FILE_UNKNOWN', 'not-found', SENTENCES.notFound);
