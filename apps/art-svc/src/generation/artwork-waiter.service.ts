import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Generation } from '@shop/contracts-art';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { getEngine, getImageUrl } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { DrawingSignals } from './drawing-signals.js';
import { artworkStillDrawn, serviceStopping } from './generation.errors.js';
import { DrawingCompletionService } from './drawing-completion.service.js';
import { FAILURES, isFinished } from './drawing-status.rules.js';
import { DrawingSubscribersService } from './drawing-subscribers.service.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';

/** Fallback for a lost signal; normally a signal triggers the read. */
const POLL_INTERVAL_MS = 1_000;

/** Waits for drawings, whichever instance makes them. */
@Injectable()
export class ArtworkWaiterService implements OnModuleDestroy {
  private readonly shutdown = new AbortController();

  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly images: ImagesRepository,
    private readonly drawingSignals: DrawingSignals,
    private readonly drawingCompletion: DrawingCompletionService,
    private readonly drawingSubscribers: DrawingSubscribersService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Waiting calls would keep the service from stopping. */
  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /**
   * Returns the finished artwork. The caller counts as a subscriber until `disconnected` is aborted. Throws 422 or
   * 502 where the drawing failed, 502 after the deadline, 503 when the service stops.
   */
  waitForArtwork(drawingId: string, disconnected: AbortSignal): Promise<Generation> {
    return this.drawingSubscribers.withSubscriber(drawingId, disconnected, () => this.waitUntilFinished(drawingId));
  }

  private async waitUntilFinished(drawingId: string): Promise<Generation> {
    const deadline = Date.now() + this.config.ART_DEADLINE_MS;
    for await (const drawing of this.watchDrawing(drawingId, this.shutdown.signal)) {
      if (isFinished(drawing.status)) return this.getGeneration(drawing);
      if (
        Date.now() >= deadline &&
        (await this.drawingCompletion.failDrawing(drawingId, 'timed-out', { overdue: true }))
      )
        continue;
      if (Date.now() >= deadline + POLL_INTERVAL_MS) throw artworkStillDrawn();
    }
    throw serviceStopping();
  }

  /** Yields the drawing's row now and after each change. Ends with the drawing, or when the signal is aborted. */
  async *watchDrawing(drawingId: string, signal: AbortSignal): AsyncGenerator<DrawingEntity> {
    const read = (): Promise<DrawingEntity | null> => this.drawings.findById(drawingId);
    for await (const drawing of this.drawingSignals.watch(drawingId, read, {
      signal,
      pollIntervalMs: POLL_INTERVAL_MS,
    })) {
      // The owner was erased in between.
      if (!drawing) throw new DomainError('GENERATION_UNKNOWN', 'not-found', MESSAGES.notFound);
      yield drawing;
      if (isFinished(drawing.status)) return;
    }
  }

  /** The result of a finished drawing. Throws the error of a failed one. */
  async getGeneration({
    id,
    outputImageId,
    background,
    failureReason,
    errorMessage,
  }: DrawingEntity): Promise<Generation> {
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
