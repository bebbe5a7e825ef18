import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { artworkCompleted } from '@shop/contracts-art';
import { EventOutbox } from '@shop/messaging';
import type { Owner } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { toArtworkCompleted } from '../generation/drawing-completion.service.js';
import { DrawingEntity } from '../generation/drawing.entity.js';
import { cutOutKey, originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { ImageEntity } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { StoredFilesService } from '../images/stored-files.service.js';
import { readBoxes } from '../printing/print-recipe.rules.js';
import { continueLinkInvalid } from './continuing.errors.js';

/** Old id → id of the copy, of photos and cut-outs. */
type NewIds = ReadonlyMap<string, string>;

interface Pet {
  readonly position: number;
  readonly imageId: string;
  readonly cutOutId: string | null;
}

interface CutOutRow {
  readonly id: string;
  readonly imageId: string;
}

/**
 * Copies a design for another owner: artwork, photos and cut-outs, so that it can be printed, and drawn again. Until the artwork's copy is saved,
 * the copies of photos are unused uploads, which are deleted later if something fails.
 */
@Injectable()
export class DesignCopiesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly images: ImagesRepository,
    private readonly store: ImageStore,
    private readonly storedFiles: StoredFilesService,
    private readonly outbox: EventOutbox,
  ) {}

  /** The id of the artwork's copy; null where the design or a file of it no longer exists, or `confirm` returned false. */
  async copyTo(
    owner: Owner,
    artworkId: string,
    confirm: (copyId: string, manager: EntityManager) => Promise<boolean>,
  ): Promise<string | null> {
    const [artwork, drawing] = await Promise.all([
      this.images.findActive(artworkId),
      this.dataSource.manager.findOneBy(DrawingEntity, { outputImageId: artworkId }),
    ]);
    const png = artwork && drawing && (await this.store.read(originalKey(artwork.id, artwork.mimeType)));
    if (!png) return null;
    const pets = await this.listPets(drawing);
    const newIds = await this.copyPhotos(owner, pets);
    if (!newIds) return null;
    const copy = { ...artwork, ...owner, id: randomUUID(), metadata: toNewMetadata(artwork.metadata, newIds) };
    const isSaved = await this.storedFiles.saveWithRow(originalKey(copy.id, copy.mimeType), png, async (manager) => {
      // First, as it decides between two calls at once; a transaction that returns false is committed.
      if (!(await confirm(copy.id, manager))) return false;
      await this.insertCopy(owner, { copy, drawing, pets, newIds }, manager);
      return true;
    });
    return isSaved ? copy.id : null;
  }

  private async listPets(drawing: DrawingEntity): Promise<Pet[]> {
    const further = await this.dataSource.query<Pet[]>(
      'SELECT position, image_id AS "imageId", cut_out_id AS "cutOutId" FROM ai_job_pets WHERE job_id = $1 ORDER BY position',
      [drawing.id],
    );
    return [{ position: 0, imageId: drawing.inputImageId, cutOutId: drawing.cutOutId }, ...further];
  }

  /** Null where the file of a photo no longer exists. */
  private async copyPhotos(owner: Owner, pets: readonly Pet[]): Promise<NewIds | null> {
    const newIds = new Map<string, string>();
    for (const photoId of new Set(pets.map(({ imageId }) => imageId))) {
      const photo = await this.images.findActive(photoId);
      const file = photo && (await this.store.read(originalKey(photo.id, photo.mimeType)));
      if (!file) return null;
      const id = randomUUID();
      await this.storedFiles.saveWithRow(originalKey(id, photo.mimeType), file, async (manager) => {
        await this.images.insert({ ...photo, ...owner, id }, manager);
        return true;
      });
      newIds.set(photoId, id);
      await this.copyCutOuts(photoId, id, pets, newIds);
    }
    return newIds;
  }

  /** The automatic cut-out, and the corrections that the design was drawn with. */
  private async copyCutOuts(
    photoId: string,
    copyId: string,
    pets: readonly Pet[],
    newIds: Map<string, string>,
  ): Promise<void> {
    const used = pets.flatMap(({ cutOutId }) => cutOutId ?? []);
    const cutOuts = await this.dataSource.query<CutOutRow[]>(
      `SELECT id FROM cut_outs WHERE image_id = $1 AND (source <> 'customer' OR id = ANY($2)) ORDER BY id`,
      [photoId, used],
    );
    for (const { id: oldId } of cutOuts) {
      const mask = await this.store.read(cutOutKey(oldId));
      if (!mask) continue;
      const id = randomUUID();
      await this.storedFiles.saveWithRow(cutOutKey(id), mask, async (manager) => {
        await manager.query(
          `INSERT INTO cut_outs (id, image_id, source, has_subject, width_px, height_px, size_bytes, sha256)
           SELECT $1, $2, source, has_subject, width_px, height_px, size_bytes, sha256 FROM cut_outs WHERE id = $3`,
          [id, copyId, oldId],
        );
        return true;
      });
      newIds.set(oldId, id);
    }
  }

  /** Throws 404 where the design was deleted in between. */
  private async insertCopy(
    owner: Owner,
    {
      copy,
      drawing,
      pets,
      newIds,
    }: { copy: ImageEntity; drawing: DrawingEntity; pets: readonly Pet[]; newIds: NewIds },
    manager: EntityManager,
  ): Promise<void> {
    await this.images.insert(copy, manager);
    const [first, ...further] = pets;
    const [row] = await manager.query<{ id: string; completedAt: Date }[]>(
      `INSERT INTO ai_jobs (user_id, guest_id, input_image_id, output_image_id, cut_out_id, style_key, prompt, pet_name, variation, print_shape,
         background, body_hash, status, progress_percent, progress_stage, deadline_at, completed_at)
       SELECT $2, $3, $4, $5, $6, style_key, prompt, pet_name, variation, print_shape,
         background, body_hash, 'completed', 100, progress_stage, now(), now() FROM ai_jobs WHERE id = $1
       RETURNING id, completed_at AS "completedAt"`,
      [
        drawing.id,
        owner.userId,
        owner.guestId,
        newIds.get(first?.imageId ?? ''),
        copy.id,
        newIds.get(first?.cutOutId ?? '') ?? null,
      ],
    );
    if (!row) throw continueLinkInvalid();
    for (const { position, imageId, cutOutId } of further) {
      await manager.query('INSERT INTO ai_job_pets (job_id, position, image_id, cut_out_id) VALUES ($1, $2, $3, $4)', [
        row.id,
        position,
        newIds.get(imageId),
        newIds.get(cutOutId ?? '') ?? null,
      ]);
    }
    await this.outbox.publish(manager, artworkCompleted, {
      subject: `artwork/${row.id}`,
      data: toArtworkCompleted(
        { ...drawing, ...row, ...owner, outputImageId: copy.id, watched: true },
        { width: copy.widthPx, height: copy.heightPx, ...readBoxes(copy) },
      ),
    });
  }
}

/** The recipe of a print file names photos and cut-outs. */
function toNewMetadata(metadata: Record<string, unknown>, newIds: NewIds): Record<string, unknown> {
  const rename = (id: unknown): unknown => (typeof id === 'string' ? (newIds.get(id) ?? id) : id);
  const { sourceImageId, cutOutId, furtherPets } = metadata;
  return {
    ...metadata,
    sourceImageId: rename(sourceImageId),
    cutOutId: rename(cutOutId),
    ...(Array.isArray(furtherPets) && {
      furtherPets: furtherPets.map((pet: Record<string, unknown>) => ({
        ...pet,
        imageId: rename(pet.imageId),
        cutOutId: rename(pet.cutOutId),
      })),
    }),
  };
}
