import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Generation } from '@shop/contracts/art';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import type { Config } from '../config.js';
import { imageUrl } from '../images/image.entity.js';
import { FinishJob } from './finish-job.js';
import { JobAudience } from './job-audience.js';
import { FAILURES, hasEnded } from './job-status.rules.js';
import { JobSignals } from './job-signals.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

/** Signals say when to look; this is only for one that was lost. */
const LOOK_AGAIN_MS = 1_000;

/** Waits for jobs, whichever instance draws them. */
@Injectable()
export class AwaitArtwork implements OnModuleDestroy {
  private readonly stop = new AbortController();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly signals: JobSignals,
    private readonly finish: FinishJob,
    private readonly audience: JobAudience,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Waiting calls must not hold the service open. */
  onModuleDestroy(): void {
    this.stop.abort();
  }

  /**
   * The finished artwork; who waits for it is counted as watching until `gone`. Throws 422 or 502 where it failed, 502 when its time is up, 503
   * when the service stops meanwhile.
   */
  result(jobId: string, gone: AbortSignal): Promise<Generation> {
    return this.audience.during(jobId, gone, () => this.end(jobId));
  }

  private async end(jobId: string): Promise<Generation> {
    const until = Date.now() + this.config.ART_DEADLINE_MS;
    for await (const job of this.watch(jobId, this.stop.signal)) {
      if (hasEnded(job.status)) return generationOf(job);
      if (Date.now() >= until && (await this.finish.fail(jobId, 'timed-out', { overdue: true }))) continue;
      if (Date.now() >= until + LOOK_AGAIN_MS) throw stillDrawing();
    }
    throw stopping();
  }

  /** The job's row now and whenever it moved; ends with the job, and when the signal is aborted. */
  async *watch(jobId: string, signal: AbortSignal): AsyncGenerator<JobEntity> {
    const read = (): Promise<JobEntity | null> => this.jobs.findById(jobId);
    for await (const job of this.signals.watch(jobId, read, { signal, lookAgainMs: LOOK_AGAIN_MS })) {
      // Its owner asked to be forgotten meanwhile.
      if (!job) throw new DomainError('GENERATION_UNKNOWN', 'not-found', SENTENCES.notFound);
      yield job;
      if (hasEnded(job.status)) return;
    }
  }

  get stopped(): AbortSignal {
    return this.stop.signal;
  }
}

/** Throws what a failed job failed with. */
export function generationOf(job: JobEntity): Generation {
  if (job.outputImageId) {
    const { id, outputImageId } = job;
    return { id, outputImageId, outputImage: { id: outputImageId, url: imageUrl(outputImageId) } };
  }
  const { code, kind, sentence } = FAILURES[job.failureReason ?? 'engine-failed'];
  throw new DomainError(code, kind, job.errorMessage ?? sentence);
}

const stillDrawing = (): DomainError =>
  new DomainError(
    'ARTWORK_STILL_DRAWN',
    'provider-failed',
    'Your artwork is taking longer than usual. Please try again in a moment.',
  );

const stopping = (): DomainError =>
  new DomainError(
    'ARTWORK_SERVICE_STOPPING',
    'unavailable',
    'Your artwork is still being drawn. Please try again in a moment.',
    { retryAfterSeconds: 3 },
  );
