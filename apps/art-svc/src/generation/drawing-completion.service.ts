import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkCompleted, artworkFailed } from '@shop/contracts-art';
import { getPrintableName } from '@shop/contracts-art/pet-name';
import { EventOutbox } from '@shop/messaging';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import type { EngineArtwork } from '../engines/image-engine.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { originalKey } from '../images/image-keys.js';
import { getImageUrl, type PetSource } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { type FailureReason, FAILURES } from './drawing-status.rules.js';
import { DrawingSubscribersService } from './drawing-subscribers.service.js';
import { DrawingEntity } from './drawing.entity.js';
import { DrawingsRepository } from './drawings.repository.js';
import { computePrintedBox, type DrawnParts } from './printed-box.rules.js';

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

/** Completes and fails drawings, each in one transaction with its event. */
@Injectable()
export class DrawingCompletionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly drawings: DrawingsRepository,
    private readonly images: ImagesRepository,
    private readonly storedFiles: StoredFilesService,
    private readonly drawingSubscribers: DrawingSubscribersService,
    private readonly outbox: EventOutbox,
  ) {}

  /** Saves the artwork. Returns false, and saves nothing, where another attempt makes the drawing or it is finished. */
  async completeDrawing(started: DrawingEntity, artwork: EngineArtwork, source: ArtworkSource): Promise<boolean> {
    const imageId = randomUUID();
    const drawingId = started.id;
    const isSaved = await this.storedFiles.saveWithRow(
      originalKey(imageId, 'image/png'),
      artwork.png,
      async (manager) => {
        const drawing = await this.drawings.findAndLockStarted(started, manager);
        if (!drawing) return false;
        await this.images.insert(toArtworkImage(imageId, drawing, artwork, source), manager);
        const watched = await this.drawingSubscribers.hasSubscribers(drawingId, manager);
        await this.drawings.markCompleted(drawingId, imageId, watched, manager);
        await this.outbox.publish(manager, artworkCompleted, {
          subject: `artwork/${drawingId}`,
          data: toArtworkCompleted({ ...drawing, outputImageId: imageId, watched, completedAt: new Date() }, artwork),
        });
        return true;
      },
    );
    if (isSaved) artworksDrawn.inc({ engine: artwork.engine });
    return isSaved;
  }

  /** Returns false if there was nothing to fail (see {@link DrawingsRepository.markFailed}). */
  failDrawing(
    drawingId: string,
    reason: FailureReason,
    only: { attempt?: number; overdue?: boolean },
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const drawing = await this.drawings.markFailed(drawingId, reason, FAILURES[reason].message, only, manager);
      if (!drawing) return false;
      const { userId, guestId } = drawing;
      await this.outbox.publish(manager, artworkFailed, {
        subject: `artwork/${drawingId}`,
        data: { jobId: drawingId, reason, userId, guestId },
      });
      return true;
    });
  }
}

function toArtworkImage(
  id: string,
  drawing: DrawingEntity,
  artwork: EngineArtwork,
  { seed, pet, furtherPets }: ArtworkSource,
): Parameters<ImagesRepository['insert']>[0] {
  const { engine, engineVersion, parameters, fallback, png, width, height, detailWidthPx, subjectBox, nameBox } =
    artwork;
  return {
    id,
    userId: drawing.userId,
    guestId: drawing.guestId,
    type: 'artwork',
    mimeType: 'image/png',
    widthPx: width,
    heightPx: height,
    sizeBytes: png.length,
    metadata: {
      engine,
      engineVersion,
      ...(fallback && { fallbackFrom: fallback.from, fallbackReason: fallback.reason }),
      style: drawing.styleKey,
      detailWidthPx,
      ...(subjectBox && { subjectBox }),
      ...(nameBox && { nameBox }),
      ...(parameters && { parameters }),
      seed,
      prompt: drawing.prompt,
      petName: drawing.petName,
      sourceImageId: drawing.inputImageId,
      sourceSha256: pet.sha256,
      cutOutId: pet.cutOutId,
      cutOutSha256: pet.cutOutSha256,
      background: drawing.background ?? 'style',
      ...(furtherPets.length > 0 && { furtherPets }),
      sha256: createHash('sha256').update(png).digest('hex'),
    },
  };
}

/** The `artwork.completed` event of a finished drawing. */
export function toArtworkCompleted(
  drawing: DrawingEntity & { outputImageId: string },
  {
    width,
    height,
    subjectBox,
    nameBox,
  }: { width: number; height: number } & Pick<DrawnParts, 'subjectBox' | 'nameBox'>,
) {
  const { id, outputImageId, styleKey, petName, watched, completedAt, userId, guestId, background } = drawing;
  const printedBox = computePrintedBox({ background, subjectBox, nameBox });
  return {
    jobId: id,
    imageId: outputImageId,
    url: getImageUrl(outputImageId),
    width,
    height,
    ...(printedBox && { printedBox }),
    styleKey,
    petName: getPrintableName(petName ?? '') || null,
    watched,
    completedAt: completedAt?.toISOString(),
    userId,
    guestId,
  };
}
