import { Injectable } from '@nestjs/common';
import { partialArtworkUrl, type Progress } from '@shop/contracts/art';
import { DomainError, isDomainError, MESSAGES } from '@shop/contracts/common';
import { type Caller, formatServerSentEvent, getDisconnectSignal, streamServerSentEvents } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { ArtworkWaiterService } from './artwork-waiter.service.js';
import { isFinished } from './job-status.rules.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

/** Streams a job's progress as server-sent events (WHATWG HTML, 9.2). */
@Injectable()
export class ProgressStreamService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly artworkRequests: ArtworkRequestsService,
    private readonly artworkWaiter: ArtworkWaiterService,
    private readonly jobSubscribers: JobSubscribersService,
  ) {}

  /** Throws 404 for an unknown key or one of another session. */
  async streamProgress(caller: Caller, key: string, reply: FastifyReply): Promise<void> {
    const job = await this.findJob(caller, key);
    const disconnected = getDisconnectSignal(reply);
    await this.jobSubscribers.withSubscriber(job.id, disconnected, () =>
      streamServerSentEvents(reply, this.createEvents(job.id, disconnected)),
    );
  }

  private async findJob(caller: Caller, key: string): Promise<JobEntity> {
    const existing = await this.jobs.findByKeyForOwner(caller, key);
    if (existing) return existing;
    // The wizard opens the stream at the same time as its request. One that arrives first is opened again by the page.
    await this.artworkRequests.waitForRequest(caller, key);
    const saved = await this.jobs.findByKeyForOwner(caller, key);
    if (!saved) throw new DomainError('GENERATION_UNKNOWN', 'not-found', MESSAGES.notFound);
    return saved;
  }

  private async *createEvents(jobId: string, disconnected: AbortSignal): AsyncGenerator<string> {
    let last = '';
    for await (const job of this.artworkWaiter.watchJob(
      jobId,
      AbortSignal.any([disconnected, this.artworkWaiter.shutdownSignal]),
    )) {
      if (isFinished(job.status)) {
        yield await this.createFinalEvent(job);
        return;
      }
      const event = formatServerSentEvent('progress', toProgress(job));
      if (event !== last) yield event;
      last = event;
    }
  }

  /** `done` has the response of the generation request, `failed` the message of its error. */
  private async createFinalEvent(job: JobEntity): Promise<string> {
    try {
      return formatServerSentEvent('done', await this.artworkWaiter.getGeneration(job));
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
}: JobEntity): Progress {
  return { percent, stage, ...(key && partial !== null && { preview: partialArtworkUrl(key, partial) }) };
}
