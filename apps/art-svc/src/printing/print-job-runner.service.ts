import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { JobLease } from '../jobs/job-lease.js';
import { ImagesRepository } from '../images/images.repository.js';
import { WorkerSlots } from '../jobs/worker-slots.js';
import { PrintDrawingService } from './print-drawing.service.js';
import { PrintJobCompletionService } from './print-job-completion.service.js';
import type { PrintJobEntity } from './print-job.entity.js';
import { isLastAttempt, MAX_ATTEMPTS, computePauseMs } from './print-job.rules.js';
import { PrintJobsRepository } from './print-jobs.repository.js';

/** The largest print takes half a minute on a busy core; an attempt of this length hangs. */
const ATTEMPT_TIMEOUT_MS = 300_000;
/**
 * The pause while the store is unavailable equals the one after this many attempts: some seconds, because the file
 * may have to be drawn again each time.
 */
const STORE_PAUSE_ATTEMPTS = 4;

/** Runs print jobs. A job's lease ensures that at most one worker of all instances runs it. */
@Injectable()
export class PrintJobRunnerService implements OnModuleDestroy {
  private readonly leases = new Set<JobLease>();
  /** Shared by queue and reconciliation. */
  private readonly workerSlots: WorkerSlots;
  private stopping = false;

  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly images: ImagesRepository,
    private readonly printDrawing: PrintDrawingService,
    private readonly printJobCompletion: PrintJobCompletionService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.workerSlots = new WorkerSlots(config.PRINT_CONCURRENCY);
  }

  /** Releases all jobs, so that another instance, or this one after its restart, can take them at once. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const lease of this.leases) lease.abort('stopping');
  }

  /** How many jobs the reconciliation may bring at a time. */
  get slotsToFill(): number {
    return this.workerSlots.slotsToFill;
  }

  /**
   * Makes one attempt as soon as a slot is free. Does nothing where the job is finished, paused, or claimed by
   * another worker. The reconciliation retries a failed job.
   */
  runJob(orderItemId: string): Promise<void> {
    return this.workerSlots.runInSlot(() => this.runInSlot(orderItemId));
  }

  private async runInSlot(orderItemId: string): Promise<void> {
    if (this.stopping) throw new Error('The service is stopping');
    const claim = randomUUID();
    const job = await this.jobs.claimJob(orderItemId, claim, this.config.ART_LEASE_MS);
    if (!job) return;
    // A job that was started this often without an end fails: its artwork may crash the process.
    if (job.attempts > MAX_ATTEMPTS) return this.printJobCompletion.failJob(orderItemId, claim, 'not-drawn');
    const lease = this.startLease(orderItemId, claim);
    try {
      await this.makePictures(job, claim, lease.signal);
    } catch (error) {
      await this.releaseJob(job, claim, lease, error);
    } finally {
      lease.stop();
      this.leases.delete(lease);
    }
  }

  private startLease(orderItemId: string, claim: string): JobLease {
    const { ART_LEASE_MS: leaseMs } = this.config;
    const lease = new JobLease({
      leaseMs,
      remainingMs: ATTEMPT_TIMEOUT_MS,
      renew: () => this.jobs.renewLease(orderItemId, claim, leaseMs),
    });
    this.leases.add(lease);
    // The service may have been stopped while the job was claimed.
    if (this.stopping) lease.abort('stopping');
    return lease;
  }

  private async makePictures(job: PrintJobEntity, claim: string, signal: AbortSignal): Promise<void> {
    const { orderItemId, artworkId, print } = job;
    const artwork = artworkId ? await this.images.findActive(artworkId) : null;
    if (!artwork) return this.printJobCompletion.failJob(orderItemId, claim, 'artwork-missing');
    if (!print) return this.printJobCompletion.failJob(orderItemId, claim, 'product-unknown');
    const item = { artwork, design: job.design, print };
    if (!job.file) {
      const drawn = await this.printDrawing.drawPrintFile(item, signal, isLastAttempt(job.attempts));
      if (!(await this.printJobCompletion.savePrintFile(orderItemId, claim, artwork, drawn))) return;
    }
    const mockup = await this.printDrawing.drawMockup(item, signal, isLastAttempt(job.attempts));
    await this.printJobCompletion.completeJob(orderItemId, claim, artwork, mockup);
  }

  private async releaseJob(
    { orderItemId, attempts }: PrintJobEntity,
    claim: string,
    lease: JobLease,
    error: unknown,
  ): Promise<void> {
    if (lease.endReason === 'lost') return;
    if (lease.endReason === 'stopping') return this.jobs.postponeWithoutAttempt(orderItemId, claim, 0);
    this.logger.warn({ err: error, orderItemId, attempts }, 'could not make a print file');
    if (await this.printDrawing.isStoreUnavailable(error))
      return this.jobs.postponeWithoutAttempt(
        orderItemId,
        claim,
        computePauseMs(STORE_PAUSE_ATTEMPTS, this.config.PRINT_RETRY_MS),
      );
    if (isLastAttempt(attempts)) await this.printJobCompletion.failJob(orderItemId, claim, 'not-drawn');
    else await this.jobs.postponeJob(orderItemId, claim, computePauseMs(attempts, this.config.PRINT_RETRY_MS));
  }
}
