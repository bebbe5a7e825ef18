import { open, type FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import { ImageFolder } from '../images/image-folder.js';
import { downloadName } from './print-job.rules.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** Print files as admins take them to the press. */
@Injectable()
export class PrintFiles {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly folder: ImageFolder,
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
    await reply.header('content-length', job.file.sizeBytes).type('image/png').send(file.createReadStream());
  }

  private open(sha256: string): Promise<FileHandle> {
    return open(this.folder.printPathOf(sha256)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound() : error;
    });
  }
}

const notFound = (): DomainError => new DomainError('PRINT_FILE_UNKNOWN', 'not-found', SENTENCES.notFound);
