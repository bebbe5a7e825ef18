import { Injectable } from '@nestjs/common';
import { partialArtworkUrl, type Progress } from '@shop/contracts-art';
import { DomainError, isDomainError, MESSAGES } from '@shop/contracts-common';
import { type Caller, formatServerSentEvent, getDisconnectSignal, streamServerSentEvents } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { ArtworkWaiterService } from './artwork-waiter.service.js';
import { isFinished } from './drawing-status.rules.js';
import { DrawingSubscribersService } from './drawing-subscribers.service.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';

/** Streams a drawing's progress as server-sent events (WHATWG HTML, 9.2). */
@Injectable()
export class ProgressStreamService {
  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly artworkRequests: ArtworkRequestsService,
    private readonly artworkWaiter: ArtworkWaiterService,
    private readonly drawingSubscribers: DrawingSubscribersService,
  ) {}

  /** Throws 404 for an unknown key or one of another session. */
  async streamProgress(caller: Caller, key: string, reply: FastifyReply): Promise<void> {
    const drawing = await this.findDrawing(caller, key);
    const disconnected = getDisconnectSignal(reply);
    await this.drawingSubscribers.withSubscriber(drawing.id, disconnected, () =>
      streamServerSentEvents(reply, this.createEvents(drawing.id, disconnected)),
    );
  }

  private async findDrawing(caller: Caller, key: string): Promise<DrawingEntity> {
    const existing = await this.drawings.findByKeyForOwner(caller, key);
    if (existing) return existing;
    // The wizard opens the stream at the same time as its request. One that arrives first is opened again by the page.
    await this.artworkRequests.waitForRequest(caller, key);
    const saved = await this.drawings.findByKeyForOwner(caller, key);
    if (!saved) throw new DomainError('GENERATION_UNKNOWN', 'not-found', MESSAGES.notFound);
    return saved;
  }

  private async *createEvents(drawingId: string, disconnected: AbortSignal): AsyncGenerator<string> {
    let last = '';
    for await (const drawing of this.artworkWaiter.watchDrawing(
      drawingId,
      AbortSignal.any([disconnected, this.artworkWaiter.shutdownSignal]),
    )) {
      if (isFinished(drawing.status)) {
        yield await this.createFinalEvent(drawing);
        return;
      }
      const event = formatServerSentEvent('progress', toProgress(drawing));
      if (event !== last) yield event;
      last = event;
    }
  }

  /** `done` has the response of the generation request, `failed` the message of its error. */
  private async createFinalEvent(drawing: DrawingEntity): Promise<string> {
    try {
      return formatServerSentEvent('done', await this.artworkWaiter.getGeneration(drawing));
    } catch (error) {
      if (isDomainError(error)) return formatServerSentEvent('failed', { message: error.message });
      throw error;
    }
  }
}

function toProgress({
  progressPercent: percent,
  progressStage: stage,
  idempotencyKey: key,
  partial,
}: DrawingEntity): Progress {
  return { percent, stage, ...(key && partial !== null && { preview: partialArtworkUrl(key, partial) }) };
}
