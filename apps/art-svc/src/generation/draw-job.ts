import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Commission, EngineArtwork } from '../engines/image-engine.js';
import { isUnreachable } from '../images/image-store.js';
import { Places } from '../threads/places.js';
import { Commissions } from './commissions.js';
import { FinishJob, type Provenance } from './finish-job.js';
import { JobHold } from './job-hold.js';
import { MAX_ATTEMPTS, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { PaintArtwork } from './paint-artwork.js';

const STORE_AGAIN_MS = 1_000;

/** Draws jobs, each at most once at a time in all instances together. */
@Injectable()
export class DrawJob implements OnModuleDestroy {
  private readonly holds = new Set<JobHold>();
  /** For the queue and the sweep together: who holds a job it can't begin keeps it from an instance that could. */
  private readonly places: Places;
  private stopping = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly commissions: Commissions,
    private readonly painting: PaintArtwork,
    private readonly finish: FinishJob,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.places = new Places(config.ART_CONCURRENCY);
  }

  /** Lets go of all jobs, so that another instance, or this one after its restart, has them at once. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const hold of this.holds) hold.end('stopping');
  }

  /** How many the sweep brings at a time. */
  get placesToFill(): number {
    return this.places.toFill;
  }

  /**
   * Draws the job to its end, as soon as there is a place. Does nothing where it has ended or is being drawn elsewhere: should that instance die,
   * the sweep brings the job here again; so it does once the store is back that was away. Rejects, with the job free again, where something else
   * than the drawing failed or the service stops.
   */
  draw(jobId: string): Promise<void> {
    return this.places.within(() => this.drawNow(jobId));
  }

  private async drawNow(jobId: string): Promise<void> {
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
      if (artwork) await this.keep(job, claim, { artwork, provenance }, hold);
    } catch (error) {
      await this.letGo(jobId, claim, hold, error);
    } finally {
      hold.release();
      this.holds.delete(hold);
    }
  }

  /** Where the store is away the artwork waits for it as long as there is time: drawing it again would cost as much again. */
  private async keep(
    job: JobEntity,
    claim: string,
    { artwork, provenance }: { artwork: EngineArtwork; provenance: Provenance },
    hold: JobHold,
  ): Promise<void> {
    while (!hold.ended) {
      try {
        await this.finish.complete(job.id, claim, artwork, provenance);
        return;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        this.logger.warn({ err: error, jobId: job.id }, 'an artwork waits for the store');
        await setTimeout(STORE_AGAIN_MS, undefined, { signal: hold.signal }).catch(() => undefined);
      }
    }
    if (hold.ended === 'stopping') throw new Error('The service is stopping');
    if (hold.ended === 'timed-out') await this.finish.fail(job.id, 'timed-out', { claim });
  }

  private async letGo(jobId: string, claim: string, hold: JobHold, error: unknown): Promise<void> {
    if (await this.commissions.isStoreAway(error)) {
      this.logger.warn({ err: error, jobId }, 'a drawing waits for the store');
      return this.jobs.putBack(jobId, claim);
    }
    if (hold.ended === 'stopping') await this.jobs.handOver(jobId, claim);
    else await this.jobs.release(jobId, claim);
    throw error;
  }

  private hold(job: JobEntity, claim: string): JobHold {
    const { ART_LEASE_MS: leaseMs } = this.config;
    const remainingMs = job.deadlineAt.getTime() - Date.now();
    const hold = new JobHold({ leaseMs, remainingMs, prolong: () => this.jobs.prolong(job.id, claim, leaseMs) });
    this.holds.add(hold);
    // The stop may have come while the job was claimed.
    if (this.stopping) hold.end('stopping');
    return hold;
  }

  /** The artwork; null where there will be none and the job was failed, or is no longer ours. */
  private async paint(
    job: JobEntity,
    claim: string,
    commission: Commission,
    hold: JobHold,
  ): Promise<EngineArtwork | null> {
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
