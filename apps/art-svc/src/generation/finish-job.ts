import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkCompleted, artworkFailed } from '@shop/contracts/art';
import { EventOutbox } from '@shop/messaging';
import { DataSource } from 'typeorm';
import type { EngineArtwork } from '../engines/image-engine.js';
import { originalKey } from '../images/image-keys.js';
import { imageUrl } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { KeptFiles } from '../upkeep/kept-files.js';
import { JobAudience } from './job-audience.js';
import { FAILURES, type FailureReason } from './job-status.rules.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

export interface Provenance {
  readonly seed: number;
  /** SHA-256 of the photo it was drawn from, hex. */
  readonly sourceSha256: string;
}

/** The two ends of a job, each written together with its event. */
@Injectable()
export class FinishJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly files: KeptFiles,
    private readonly audience: JobAudience,
    private readonly outbox: EventOutbox,
  ) {}

  /** Keeps the artwork; false, and nothing kept, where the drawing lost its job meanwhile. */
  complete(jobId: string, claim: string, artwork: EngineArtwork, provenance: Provenance): Promise<boolean> {
    const imageId = randomUUID();
    return this.files.keep(originalKey(imageId, 'image/png'), artwork.png, async (manager) => {
      const job = await this.jobs.lockHeld(jobId, claim, manager);
      if (!job) return false;
      await this.images.insert(artworkImage(imageId, job, artwork, provenance), manager);
      const watched = await this.audience.isPresent(jobId, manager);
      await this.jobs.complete(jobId, imageId, watched, manager);
      await this.outbox.publish(manager, artworkCompleted, {
        subject: `artwork/${jobId}`,
        data: completedOf({ ...job, outputImageId: imageId, watched, completedAt: new Date() }, artwork),
      });
      return true;
    });
  }

  /** False where there was nothing left to fail (see {@link JobsRepository.fail}). */
  fail(jobId: string, reason: FailureReason, only: { claim?: string; overdue?: boolean }): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const job = await this.jobs.fail(jobId, reason, FAILURES[reason].sentence, only, manager);
      if (!job) return false;
      const { userId, guestId } = job;
      await this.outbox.publish(manager, artworkFailed, {
        subject: `artwork/${jobId}`,
        data: { jobId, reason, userId, guestId },
      });
      return true;
    });
  }
}

function artworkImage(
  id: string,
  job: JobEntity,
  artwork: EngineArtwork,
  { seed, sourceSha256 }: Provenance,
): Parameters<ImagesRepository['insert']>[0] {
  const { engine, engineVersion, parameters, fallback, png, width, height } = artwork;
  return {
    id,
    userId: job.userId,
    guestId: job.guestId,
    type: 'artwork',
    mimeType: 'image/png',
    widthPx: width,
    heightPx: height,
    sizeBytes: png.length,
    metadata: {
      engine,
      engineVersion,
      ...(fallback && { fallbackFrom: fallback.from, fallbackReason: fallback.reason }),
      style: job.styleKey,
      ...(parameters && { parameters }),
      seed,
      prompt: job.prompt,
      petName: job.petName,
      sourceImageId: job.inputImageId,
      sourceSha256,
      sha256: createHash('sha256').update(png).digest('hex'),
    },
  };
}

/** `artwork.completed` of a finished job. */
export function completedOf(
  job: JobEntity & { outputImageId: string },
  { width, height }: { width: number; height: number },
) {
  const { id, outputImageId, styleKey, petName, watched, completedAt, userId, guestId } = job;
  return {
    jobId: id,
    imageId: outputImageId,
    url: imageUrl(outputImageId),
    width,
    height,
    styleKey,
    petName,
    watched,
    completedAt: completedAt?.toISOString(),
    userId,
    guestId,
  };
}
