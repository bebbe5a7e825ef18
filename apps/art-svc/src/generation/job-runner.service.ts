import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { GenerationInput, EngineArtwork } from '../engines/image-engine.js';
import { isUnreachable } from '../images/image-store.js';
import { GenerationInputsService } from './generation-inputs.service.js';
import { JobCompletionService, type ArtworkSource } from './job-completion.service.js';
import { JobLease } from '../jobs/job-lease.js';
import { MAX_ATTEMPTS, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';

const STORE_RETRY_MS = 1_000;

/** Draws jobs. A job's lease ensures that at most one worker of all instances draws it. */
@Injectable()
export class JobRunnerService implements OnModuleDestroy {
  private readonly leases = new Set<JobLease>();
  /**
   * Shared by queue and reconciliation. A job is claimed only when a slot is free: claimed earlier, it would be kept
   * from an instance that could draw it.
   */
  private readonly slot: LimitFunction;
  private stopping = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly generationInputs: GenerationInputsService,
    private readonly artworkDrawing: ArtworkDrawingService,
    private readonly jobCompletion: JobCompletionService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.slot = pLimit(config.ART_CONCURRENCY);
  }

  /** Releases all jobs, so that another instance, or this one after its restart, can take them at once. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const lease of this.leases) lease.abort('stopping');
  }

  /** How many jobs the reconciliation may bring at a time: at least one, which waits. In a busy service a slot is free for a moment only. */
  get slotsToFill(): number {
    return Math.max(1, this.slot.concurrency - this.slot.activeCount);
  }

  /**
   * Draws the job as soon as a slot is free. Does nothing where the job is finished or another worker draws it. While
   * the store is unavailable the job returns to the queue and the reconciliation brings it again. Rejects, with the
   * lease released, where something else than the drawing failed or the service stops.
   */
  drawJob(jobId: string): Promise<void> {
    return this.slot(() => this.drawInSlot(jobId));
  }

  private async drawInSlot(jobId: string): Promise<void> {
    if (this.stopping) throw new Error('The service is stopping');
    const claim = randomUUID();
    const job = await this.jobs.claimJob(jobId, claim, this.config.ART_LEASE_MS, this.config.ART_DEADLINE_MS);
    if (!job) return;
    if (job.attempts > MAX_ATTEMPTS) {
      await this.jobCompletion.failJob(jobId, 'engine-failed', { claim });
      return;
    }
    const lease = this.startLease(job, claim);
    try {
      const { input, source } = await this.generationInputs.loadInput(job);
      const artwork = await this.drawOrFail(job, claim, input, lease);
      if (artwork) await this.saveArtwork(job, claim, { artwork, source }, lease);
    } catch (error) {
      await this.releaseJob(jobId, claim, lease, error);
    } finally {
      lease.stop();
      this.leases.delete(lease);
    }
  }

  /**
   * Retries until the deadline while the store is unavailable: drawing the artwork again would cost as much again.
   */
  private async saveArtwork(
    job: JobEntity,
    claim: string,
    { artwork, source }: { artwork: EngineArtwork; source: ArtworkSource },
    lease: JobLease,
  ): Promise<void> {
    while (!lease.endReason) {
      try {
        await this.jobCompletion.completeJob(job.id, claim, artwork, source);
        return;
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        this.logger.warn({ err: error, jobId: job.id }, 'could not save an artwork; waiting for the picture store');
        await setTimeout(STORE_RETRY_MS, undefined, { signal: lease.signal }).catch(() => undefined);
      }
    }
    if (lease.endReason === 'stopping') throw new Error('The service is stopping');
    if (lease.endReason === 'timed-out') await this.jobCompletion.failJob(job.id, 'timed-out', { claim });
  }

  private async releaseJob(jobId: string, claim: string, lease: JobLease, error: unknown): Promise<void> {
    if (await this.generationInputs.isStoreUnavailable(error)) {
      this.logger.warn({ err: error, jobId }, 'could not draw a job; waiting for the picture store');
      return this.jobs.resetClaim(jobId, claim);
    }
    if (lease.endReason === 'stopping') await this.jobs.releaseWithoutAttempt(jobId, claim);
    else await this.jobs.releaseLease(jobId, claim);
    throw error;
  }

  private startLease(job: JobEntity, claim: string): JobLease {
    const { ART_LEASE_MS: leaseMs } = this.config;
    const remainingMs = job.deadlineAt.getTime() - Date.now();
    const lease = new JobLease({ leaseMs, remainingMs, renew: () => this.jobs.renewLease(job.id, claim, leaseMs) });
    this.leases.add(lease);
    // The service may have been stopped while the job was claimed.
    if (this.stopping) lease.abort('stopping');
    return lease;
  }

  /** The artwork; null where drawing failed and the job was failed, or where the lease is lost. */
  private async drawOrFail(
    job: JobEntity,
    claim: string,
    input: GenerationInput,
    lease: JobLease,
  ): Promise<EngineArtwork | null> {
    try {
      return await this.artworkDrawing.drawArtwork(job, claim, input, lease.signal);
    } catch (error) {
      if (lease.endReason === 'stopping') throw error;
      if (lease.endReason === 'lost') return null;
      const reason = toFailureReason(error, lease);
      this.logger.warn({ err: error, jobId: job.id, reason }, 'could not draw an artwork');
      await this.jobCompletion.failJob(job.id, reason, { claim });
      return null;
    }
  }
}

function toFailureReason(error: unknown, lease: JobLease): FailureReason {
  if (lease.endReason === 'timed-out') return 'timed-out';
  return isDomainError(error) && error.kind === 'impossible' ? 'moderated' : 'engine-failed';
}
