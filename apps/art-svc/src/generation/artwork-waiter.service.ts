import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { partialArtworkUrl, type Generation, type Progress } from '@shop/contracts/art';
import { DomainError, isDomainError, MESSAGES } from '@shop/contracts/common';
import {
  CONFIG,
  formatServerSentEvent,
  getDisconnectSignal,
  LOGGER,
  RowChangeListener,
  streamServerSentEvents,
  type Caller,
} from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { getEngine, getImageUrl } from '../images/image.entity.js';
import { ArtworkRequestsService } from './artwork-requests.service.js';
import { artworkStillDrawn, serviceStopping } from './generation.errors.js';
import { JobCompletionService } from './job-completion.service.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { FAILURES, isFinished } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { JOB_CHANNEL, JobsRepository } from './jobs.repository.js';

/** Fallback for a lost signal; normally a signal triggers the read. */
const POLL_INTERVAL_MS = 1_000;

@Injectable()
export class JobSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) { DATABASE_URL: databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    super({ databaseUrl, channel: JOB_CHANNEL, logger });
  }
}

/** Waits for jobs, whichever instance draws them. */
@Injectable()
export class ArtworkWaiterService implements OnModuleDestroy {
  private readonly shutdown = new AbortController();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly jobSignals: JobSignals,
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
    for await (const job of this.jobSignals.watch(jobId, read, { signal, pollIntervalMs: POLL_INTERVAL_MS })) {
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
