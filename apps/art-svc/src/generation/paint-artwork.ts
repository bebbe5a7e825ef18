import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { ImageEngine, type Commission, type DrawingTerms, type EngineArtwork } from '../engines/image-engine.js';
import { JobPartials } from './job-partials.js';
import { percentOf } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { ProgressReports } from './progress-reports.js';
import { ProviderCalls } from './provider-calls.js';
import { smallPartial } from './small-partial.js';

/** Has the engine draw a job, and writes down what it tells meanwhile: how far it is, how it looks, what it costs. */
@Injectable()
export class PaintArtwork {
  constructor(
    private readonly engine: ImageEngine,
    private readonly jobs: JobsRepository,
    private readonly partials: JobPartials,
    private readonly calls: ProviderCalls,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Rejects as the engine does. Nothing is written any more when it settles. */
  async paint(job: JobEntity, claim: string, commission: Commission, signal: AbortSignal): Promise<EngineArtwork> {
    const reports = new ProgressReports((share, stage) => this.jobs.report(job.id, claim, percentOf(share), stage));
    let writing: Promise<void> = Promise.resolve();
    const write = (what: () => Promise<void>): void => {
      writing = writing
        .then(what)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, jobId: job.id }, 'could not note something of a drawing'),
        );
    };
    const terms: DrawingTerms = {
      deadlineAt: job.deadlineAt,
      customer: pseudonymOf(job),
      onCall: (call) => write(() => this.calls.note(job.id, call)),
    };
    // Of an instance that died while it drew.
    if (job.partial !== null) await this.partials.withdraw(job.id, claim);
    try {
      return await this.engine.draw(
        commission,
        (share, stage, preview) => {
          reports.report(share, stage);
          if (preview !== undefined) write(() => this.show(job.id, claim, preview));
        },
        signal,
        terms,
      );
    } finally {
      await Promise.all([reports.end(), writing]);
    }
  }

  private async show(jobId: string, claim: string, preview: Uint8Array | null): Promise<void> {
    const webp = preview && (await smallPartial(preview));
    if (webp) await this.partials.show(jobId, claim, webp);
    else if (!preview) await this.partials.withdraw(jobId, claim);
  }
}

/** SHA-256, hex: the same for all that somebody has drawn. */
const pseudonymOf = ({ userId, guestId }: JobEntity): string =>
  createHash('sha256')
    .update(`customer ${userId ?? guestId}`)
    .digest('hex');
