import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkCompleted, artworkFailed } from '@shop/contracts/art';
import { getPrintableName } from '@shop/contracts/pet-name';
import { EventOutbox } from '@shop/messaging';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import type { EngineArtwork } from '../engines/image-engine.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { originalKey } from '../images/image-keys.js';
import { getImageUrl, type PetSource } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { type FailureReason, FAILURES } from './job-status.rules.js';
import { JobSubscribersService } from './job-subscribers.service.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';

export interface ArtworkSource {
  readonly seed: number;
  readonly pet: PetSource;
  /** The second to fourth pet. */
  readonly furtherPets: readonly PetSource[];
}

const artworksDrawn = new Counter({
  name: 'artworks_drawn_total',
  help: 'Artworks that were drawn and saved, by engine',
  labelNames: ['engine'],
});

/** Completes and fails jobs, each in one transaction with its event. */
@Injectable()
export class JobCompletionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly jobs: JobsRepository,
    private readonly images: ImagesRepository,
    private readonly storedFiles: StoredFilesService,
    private readonly jobSubscribers: JobSubscribersService,
    private readonly outbox: EventOutbox,
  ) {}

  /** Saves the artwork. Returns false, and saves nothing, where another attempt draws the job or the job is finished. */
  async completeJob(started: JobEntity, artwork: EngineArtwork, source: ArtworkSource): Promise<boolean> {
    const imageId = randomUUID();
    const jobId = started.id;
    const isSaved = await this.storedFiles.saveWithRow(
      originalKey(imageId, 'image/png'),
      artwork.png,
      async (manager) => {
        const job = await this.jobs.findAndLockStarted(started, manager);
        if (!job) return false;
        await this.images.insert(toArtworkImage(imageId, job, artwork, source), manager);
        const watched = await this.jobSubscribers.hasSubscribers(jobId, manager);
        await this.jobs.markCompleted(jobId, imageId, watched, manager);
        await this.outbox.publish(manager, artworkCompleted, {
          subject: `artwork/${jobId}`,
          data: toArtworkCompleted({ ...job, outputImageId: imageId, watched, completedAt: new Date() }, artwork),
        });
        return true;
      },
    );
    if (isSaved) artworksDrawn.inc({ engine: artwork.engine });
    return isSaved;
  }

  /** Returns false if there was nothing to fail (see {@link JobsRepository.markFailed}). */
  failJob(jobId: string, reason: FailureReason, only: { attempt?: number; overdue?: boolean }): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const job = await this.jobs.markFailed(jobId, reason, FAILURES[reason].message, only, manager);
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

function toArtworkImage(
  id: string,
  job: JobEntity,
  artwork: EngineArtwork,
  { seed, pet, furtherPets }: ArtworkSource,
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
      sourceSha256: pet.sha256,
      cutOutId: pet.cutOutId,
      cutOutSha256: pet.cutOutSha256,
      background: job.background ?? 'style',
      ...(furtherPets.length > 0 && { furtherPets }),
      sha256: createHash('sha256').update(png).digest('hex'),
    },
  };
}

/** The `artwork.completed` event of a finished job. */
export function toArtworkCompleted(
  job: JobEntity & { outputImageId: string },
  { width, height }: { width: number; height: number },
) {
  const { id, outputImageId, styleKey, petName, watched, completedAt, userId, guestId } = job;
  return {
    jobId: id,
    imageId: outputImageId,
    url: getImageUrl(outputImageId),
    width,
    height,
    styleKey,
    petName: getPrintableName(petName ?? '') || null,
    watched,
    completedAt: completedAt?.toISOString(),
    userId,
    guestId,
  };
}
