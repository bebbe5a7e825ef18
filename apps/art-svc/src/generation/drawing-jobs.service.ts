import { Inject, Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import { HandleJob, OutageError, type JobContext } from '@shop/jobs';
import { retryWithBackoff } from '@shop/jobs/retry';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { EngineArtwork, GenerationInput } from '../engines/image-engine.js';
import { ImageStore, isUnreachable } from '../images/image-store.js';
import { toJobError } from '../images/job-errors.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';
import { JobCompletionService, type ArtworkSource } from './job-completion.service.js';
import { MAX_ATTEMPTS, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { drawArtworkJob, JobsRepository } from './jobs.repository.js';

/** What may end an attempt early. */
interface Limits {
  /** Shutdown, or loss of the job: another run draws it. */
  readonly signal: AbortSignal;
  /** The job's deadline. */
  readonly deadline: AbortSignal;
}

/** Draws the requested artworks. */
@Injectable()
export class DrawingJobsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly artworkDrawing: ArtworkDrawingService,
    private readonly jobCompletion: JobCompletionService,
    private readonly store: ImageStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Draws a job once; does nothing where it is finished. A drawing that the engine fails is not repeated. What else fails, like reading
   * the photo, is repeated, and while the whole picture store is unavailable the job waits for it.
   */
  @HandleJob(drawArtworkJob)
  async drawJob(
    { jobId, network = null }: { jobId: string; network?: string | null },
    { signal, attempt }: JobContext,
  ): Promise<void> {
    const job = await this.jobs.startDrawing(jobId, attempt, this.config.ART_DEADLINE_MS);
    if (!job) return;
    if (attempt > MAX_ATTEMPTS) return this.failJob(job, 'engine-failed');
    const limits = { signal, deadline: AbortSignal.timeout(Math.max(0, job.deadlineAt.getTime() - Date.now())) };
    try {
      const { input, source } = await this.artworkDrawing.loadInput(job);
      const artwork = await this.drawOrFail(job, { input, network }, limits);
      if (artwork) await this.saveArtwork(job, artwork, source, limits);
    } catch (error) {
      const failure = await toJobError(this.store, error);
      if (failure instanceof OutageError) await this.jobs.resetStart(job);
      throw failure;
    }
  }

  /** The artwork; null where drawing failed and the job was failed. */
  private async drawOrFail(
    job: JobEntity,
    { input, network }: { input: GenerationInput; network: string | null },
    { signal, deadline }: Limits,
  ): Promise<EngineArtwork | null> {
    try {
      return await this.artworkDrawing.drawArtwork(job, input, {
        signal: AbortSignal.any([signal, deadline]),
        network,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = deadline.aborted ? 'timed-out' : toFailureReason(error);
      this.logger.warn({ err: error, jobId: job.id, reason }, 'could not draw an artwork');
      await this.failJob(job, reason);
      return null;
    }
  }

  /**
   * Retries until the deadline while the store is unavailable: drawing the artwork again would cost as much again.
   */
  private async saveArtwork(
    job: JobEntity,
    artwork: EngineArtwork,
    source: ArtworkSource,
    { signal, deadline }: Limits,
  ): Promise<void> {
    const save = async (): Promise<{ error?: unknown }> => {
      try {
        await this.jobCompletion.completeJob(job, artwork, source);
        return {};
      } catch (error) {
        if (isUnreachable(error)) throw error;
        return { error };
      }
    };
    const outcome = await retryWithBackoff(save, AbortSignal.any([signal, deadline]), (error) =>
      this.logger.warn({ err: error, jobId: job.id }, 'could not save an artwork; waiting for the picture store'),
    );
    if (outcome && 'error' in outcome) throw outcome.error;
    if (outcome) return;
    signal.throwIfAborted();
    await this.failJob(job, 'timed-out');
  }

  private async failJob({ id, attempts }: JobEntity, reason: FailureReason): Promise<void> {
    await this.jobCompletion.failJob(id, reason, { attempt: attempts });
  }
}

const toFailureReason = (error: unknown): FailureReason =>
  isDomainError(error) && error.kind === 'impossible' ? 'moderated' : 'engine-failed';
