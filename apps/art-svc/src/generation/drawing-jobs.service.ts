import { Inject, Injectable } from '@nestjs/common';
import { isDomainError } from '@shop/contracts-common';
import { HandleJob, OutageError, type JobContext } from '@shop/jobs';
import { retryWithBackoff } from '@shop/jobs/retry';
import { CONFIG, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { EngineArtwork, GenerationInput } from '../engines/image-engine.js';
import { ImageStore, isUnreachable } from '../images/image-store.js';
import { toJobError } from '../images/job-errors.js';
import { ArtworkDrawingService } from './artwork-drawing.service.js';
import { DrawingCompletionService, type ArtworkSource } from './drawing-completion.service.js';
import { MAX_ATTEMPTS, type FailureReason } from './drawing-status.rules.js';
import { DrawingEntity } from './drawing.entity.js';
import { drawArtworkJob, DrawingsRepository } from './drawings.repository.js';

/** What may end an attempt early. */
interface Limits {
  /** Shutdown, or loss of the job: another run makes the drawing. */
  readonly signal: AbortSignal;
  /** The drawing's deadline. */
  readonly deadline: AbortSignal;
}

/** Draws the requested artworks. */
@Injectable()
export class DrawingJobsService {
  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly artworkDrawing: ArtworkDrawingService,
    private readonly drawingCompletion: DrawingCompletionService,
    private readonly store: ImageStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Draws an artwork once; does nothing where its drawing is finished. A drawing that the engine fails is not repeated. What else fails, like
   * reading the photo, is repeated, and while the whole picture store is unavailable the job waits for it.
   */
  @HandleJob(drawArtworkJob)
  async runJob(
    { drawingId, network = null }: { drawingId: string; network?: string | null },
    { signal, attempt }: JobContext,
  ): Promise<void> {
    const drawing = await this.drawings.startDrawing(drawingId, attempt, this.config.ART_DEADLINE_MS);
    if (!drawing) return;
    if (attempt > MAX_ATTEMPTS) return this.failDrawing(drawing, 'engine-failed');
    const limits = { signal, deadline: AbortSignal.timeout(Math.max(0, drawing.deadlineAt.getTime() - Date.now())) };
    try {
      const { input, source } = await this.artworkDrawing.loadInput(drawing);
      const artwork = await this.drawOrFail(drawing, { input, network }, limits);
      if (artwork) await this.saveArtwork(drawing, artwork, source, limits);
    } catch (error) {
      const failure = await toJobError(this.store, error);
      if (failure instanceof OutageError) await this.drawings.resetStart(drawing);
      throw failure;
    }
  }

  /** Null where the engine failed; the drawing is marked as failed then. */
  private async drawOrFail(
    drawing: DrawingEntity,
    { input, network }: { input: GenerationInput; network: string | null },
    { signal, deadline }: Limits,
  ): Promise<EngineArtwork | null> {
    try {
      return await this.artworkDrawing.drawArtwork(drawing, input, {
        signal: AbortSignal.any([signal, deadline]),
        network,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const reason = deadline.aborted ? 'timed-out' : toFailureReason(error);
      this.logger.warn({ err: error, drawingId: drawing.id, reason }, 'could not draw an artwork');
      await this.failDrawing(drawing, reason);
      return null;
    }
  }

  /**
   * Retries until the deadline while the store is unavailable: drawing the artwork again would cost as much again.
   */
  private async saveArtwork(
    drawing: DrawingEntity,
    artwork: EngineArtwork,
    source: ArtworkSource,
    { signal, deadline }: Limits,
  ): Promise<void> {
    const save = async (): Promise<{ error?: unknown }> => {
      try {
        await this.drawingCompletion.completeDrawing(drawing, artwork, source);
        return {};
      } catch (error) {
        if (isUnreachable(error)) throw error;
        return { error };
      }
    };
    const outcome = await retryWithBackoff(save, AbortSignal.any([signal, deadline]), (error) =>
      this.logger.warn(
        { err: error, drawingId: drawing.id },
        'could not save an artwork; waiting for the picture store',
      ),
    );
    if (outcome && 'error' in outcome) throw outcome.error;
    if (outcome) return;
    signal.throwIfAborted();
    await this.failDrawing(drawing, 'timed-out');
  }

  private async failDrawing({ id, attempts }: DrawingEntity, reason: FailureReason): Promise<void> {
    await this.drawingCompletion.failDrawing(id, reason, { attempt: attempts });
  }
}

const toFailureReason = (error: unknown): FailureReason =>
  isDomainError(error) && error.kind === 'impossible' ? 'moderated' : 'engine-failed';
