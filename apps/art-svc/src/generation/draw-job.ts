import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Commission, EngineArtwork } from '../engines/image-engine.js';
import { Commissions } from './commissions.js';
import { FinishJob } from './finish-job.js';
import { JobHold } from './job-hold.js';
import { MAX_ATTEMPTS, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { PaintArtwork } from './paint-artwork.js';

/** Draws jobs, each at most once at a time in all instances together. */
@Injectable()
export class DrawJob implements OnModuleDestroy {
  private readonly holds = new Set<JobHold>();
  private stopping = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly commissions: Commissions,
    private readonly painting: PaintArtwork,
    private readonly finish: FinishJob,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Lets go of all jobs, so that another instance, or this one after its restart, has them at once. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const hold of this.holds) hold.end('stopping');
  }

  /**
   * Draws the job to its end. Does nothing where it has ended or is being drawn elsewhere: should that instance die, the sweep brings the job
   * here again. Rejects, with the job free again, where something other than the drawing failed or the service stops.
   */
  async draw(jobId: string): Promise<void> {
    if (this.stopping) throw new Error('The service is stopping');
    const claim = randomUUID();
    const job = await this.jobs.claim(jobId, claim, this.config.ART_LEASE_MS, this.config.ART_DEADLINE_MS);
    if (!job) return;
    if (job.attempts > MAX_ATTEMPTS) {
      await this.finish.fail(jobId, 'engine-failed', { claim });
      return;
    }
    const hold = this.hold(job, claim);
    try {
      const { commission, provenance } = await this.commissions.of(job);
      const artwork = await this.paint(job, claim, commission, hold);
      if (artwork) await this.finish.complete(jobId, claim, artwork, provenance);
    } catch (error) {
      await this.jobs.release(jobId, claim);
      throw error;
    } finally {
      hold.release();
      this.holds.delete(hold);
    }
  }

  private hold(job: JobEntity, claim: string): JobHold {
    const { ART_LEASE_MS: leaseMs } = this.config;
    const remainingMs = job.deadlineAt.getTime() - Date.now();
    const hold = new JobHold({ leaseMs, remainingMs, prolong: () => this.jobs.prolong(job.id, claim, leaseMs) });
    this.holds.add(hold);
    return hold;
  }

  /** The artwork; null where there will be none and the job was failed, or is no longer ours. */
  private async paint(job: JobEntity, claim: string, commission: Commission, hold: JobHold): Promise<EngineArtwork | null> {
    try {
      return await this.painting.paint(job, claim, commission, hold.signal);
    } catch (error) {
      if (hold.ended === 'stopping') throw error;
      if (hold.ended === 'lost') return null;
      const reason = reasonOf(error, hold);
      this.logger.warn({ err: error, jobId: job.id, reason }, 'could not draw');
      await this.finish.fail(job.id, reason, { claim });
      return null;
    }
  }
}

function reasonOf(error: unknown, hold: JobHold): FailureReason {
  if (hold.ended === 'timed-out') return 'timed-out';
  return isDomainError(error) && error.kind === 'impossible' ? 'moderated' : 'engine-failed';
}
