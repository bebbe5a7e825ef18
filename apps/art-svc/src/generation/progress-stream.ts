import { Injectable } from '@nestjs/common';
import { partialUrl, type Progress } from '@shop/contracts/art';
import { DomainError, isDomainError, SENTENCES } from '@shop/contracts/common';
import { departureOf, eventFrame, streamEvents, type Caller } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { AwaitArtwork, generationOf } from './await-artwork.js';
import { JobAudience } from './job-audience.js';
import { hasEnded } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

/** The wizard opens the stream beside its call to draw, so the job may be a moment younger than the question for it. */
const GRACE_MS = 1_500;
const GRACE_STEP_MS = 100;

/** Streams a job's progress as server-sent events (D38; WHATWG HTML, 9.2). */
@Injectable()
export class ProgressStream {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly waiting: AwaitArtwork,
    private readonly audience: JobAudience,
  ) {}

  /** Throws 404 for a key that is unknown or another session's. */
  async send(caller: Caller, key: string, reply: FastifyReply): Promise<void> {
    const job = await this.find(caller, key);
    const gone = departureOf(reply);
    await this.audience.during(job.id, gone, () => streamEvents(reply, this.events(job.id, gone)));
  }

  private async find(caller: Caller, key: string): Promise<JobEntity> {
    for (let waitedMs = 0; waitedMs <= GRACE_MS; waitedMs += GRACE_STEP_MS) {
      const job = await this.jobs.findOwnByKey(caller, key);
      if (job) return job;
      await new Promise((resolve) => setTimeout(resolve, GRACE_STEP_MS));
    }
    throw new DomainError('GENERATION_UNKNOWN', 'not-found', SENTENCES.notFound);
  }

  private async *events(jobId: string, gone: AbortSignal): AsyncGenerator<string> {
    let last = '';
    for await (const job of this.waiting.watch(jobId, AbortSignal.any([gone, this.waiting.stopped]))) {
      if (hasEnded(job.status)) {
        yield endOf(job);
        return;
      }
      const event = eventFrame('progress', progressOf(job));
      if (event !== last) yield event;
      last = event;
    }
  }
}

function progressOf({
  progressPercent: percent,
  progressStage: stage,
  idempotencyKey: key,
  partial,
}: JobEntity): Progress {
  return { percent, stage, ...(key && partial !== null && { preview: partialUrl(key, partial) }) };
}

/** `done` carries what the call to draw answers, `failed` the sentence it fails with. */
function endOf(job: JobEntity): string {
  try {
    return eventFrame('done', generationOf(job));
  } catch (error) {
    if (isDomainError(error)) return eventFrame('failed', { message: error.sentence });
    throw error;
  }
}
