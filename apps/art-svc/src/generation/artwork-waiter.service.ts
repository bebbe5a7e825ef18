import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Generation } from '@shop/contracts/art';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { getEngine, getImageUrl } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { DrawingSignals } from './drawing-signals.js';
import { artworkStillDrawn, serviceStopping } from './generation.errors.js';
import { JobCompletionService } from './job-completion.service.js';
import { FAILURES, isFinished } from './job-status.rules.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

/** Fallback for a lost signal; normally a signal triggers the read. */
const POLL_INTERVAL_MS = 1_000;

/** Waits for jobs, whichever instance draws them. */
@Injectable()
export class ArtworkWaiterService implements OnModuleDestroy {
  private readonly shutdown = new AbortController();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly drawingSignals: DrawingSignals,
    private readonly jobCompletion: JobCompletionService,
    private readonly jobSubscribers: JobSubscribersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Waiting calls would keep the service from stopping. */
  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /**
   * Returns the finished artwork. The caller counts as a subscriber until `disconnected` is aborted. Throws 422 or
   * 502 where the job failed, 502 after the deadline, 503 when the service stops.
   */
  waitForArtwork(jobId: string, disconnected: AbortSignal): Promise<Generation> {
    return this.jobSubscribers.withSubscriber(jobId, disconnected, () => this.waitUntilFinished(jobId));
  }

  private async waitUntilFinished(jobId: string): Promise<Generation> {
    const deadline = Date.now() + this.config.ART_DEADLINE_MS;
    for await (const job of this.watchJob(jobId, this.shutdown.signal)) {
      if (isFinished(job.status)) return this.getGeneration(job);
      if (Date.now() >= deadline && (await this.jobCompletion.failJob(jobId, 'timed-out', { overdue: true }))) continue;
      if (Date.now() >= deadline + POLL_INTERVAL_MS) throw artworkStillDrawn();
    }
    throw serviceStopping();
  }

  /** Yields the job's row now and after each change. Ends with the job, or when the signal is aborted. */
  async *watchJob(jobId: string, signal: AbortSignal): AsyncGenerator<JobEntity> {
    const read = (): Promise<JobEntity | null> => this.jobs.findById(jobId);
    for await (const job of this.drawingSignals.watch(jobId, read, { signal, pollIntervalMs: POLL_INTERVAL_MS })) {
      // The owner was erased in between.
      if (!job) throw new DomainError('GENERATION_UNKNOWN', 'not-found', MESSAGES.notFound);
      yield job;
      if (isFinished(job.status)) return;
    }
  }

  /** The result of a finished job. Throws the error of a failed one. */
  async getGeneration({ id, outputImageId, background, failureReason, errorMessage }: JobEntity): Promise<Generation> {
    if (!outputImageId) {
      const { code, kind, message } = FAILURES[failureReason ?? 'engine-failed'];
      throw new DomainError(code, kind, errorMessage ?? message);
    }
    const artwork = await this.images.findActive(outputImageId);
    return {
      id,
      outputImageId,
      outputImage: { id: outputImageId, url: getImageUrl(outputImageId) },
      ...(artwork && { engine: getEngine(artwork) }),
      background: background ?? 'style',
    };
  }

  get shutdownSignal(): AbortSignal {
    return this.shutdown.signal;
  }
}
