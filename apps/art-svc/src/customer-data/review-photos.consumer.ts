import { Controller } from '@nestjs/common';
import { reviewChanged } from '@shop/contracts-catalog';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { ErasuresRepository } from './erasures.repository.js';
import { ReviewPhotosPublisher } from './review-photos.publisher.js';

type ReviewChange = EventPayload<typeof reviewChanged>;

/** The uploader may have got an account since the photo was attached, so the owner is only checked then. */
const UPDATE = `
  UPDATE review_photos SET is_public = $3, user_id = $4, version = $5
  WHERE image_id = $1 AND review_id = $2 AND version < $5`;

/** Only the uploader's own photo: a customer can't publish another person's photo. */
const ATTACH = `
  INSERT INTO review_photos (image_id, review_id, is_public, user_id, version)
  SELECT id, $2, $3, $4, $5 FROM images WHERE id = $1 AND type = 'upload' AND (user_id = $6 OR guest_id = $7)
  ON CONFLICT (image_id, review_id) DO NOTHING`;

/** In the order of an erasure, which deletes photos with their rows here. */
const LOCK_PHOTOS =
  'SELECT FROM images WHERE id IN (SELECT image_id FROM review_photos WHERE review_id = $1) ORDER BY id FOR UPDATE';

/** Photos that the review had before, or all of a deleted one. */
const DETACH = `
  DELETE FROM review_photos WHERE review_id = $1 AND version < $2 AND image_id IS DISTINCT FROM $3 RETURNING image_id AS id`;

/** Photos of reviews are public while the review is published, stay as long as it, and are deleted with it. */
@Controller()
export class ReviewPhotosConsumer {
  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly fileRemovals: FileRemovalsService,
    private readonly publisher: ReviewPhotosPublisher,
  ) {}

  /** An older change that comes after the deletion would make the photo public for good. */
  @OnEvent(reviewChanged, { keepLatest: true })
  async onReviewChanged({ data }: EventEnvelope<ReviewChange>, { manager }: EventContext): Promise<void> {
    const photo = data.status === 'deleted' ? null : data.photo;
    if (photo) await this.attach(manager, data, photo);
    await manager.query(LOCK_PHOTOS, [data.reviewId]);
    const [detached] = await manager.query<[{ id: string }[], number]>(DETACH, [
      data.reviewId,
      data.version,
      photo?.id ?? null,
    ]);
    const ids = detached.map(({ id }) => id);
    await this.fileRemovals.deleteImages(await this.erasures.lockUnusedUploads(ids, manager), null, manager);
  }

  /** A guest's photo is deleted a day after it was uploaded, perhaps before the review is sent. */
  private async attach(
    manager: EntityManager,
    { reviewId, version, userId, status }: ReviewChange,
    photo: NonNullable<ReviewChange['photo']>,
  ): Promise<void> {
    const values = [photo.id, reviewId, status === 'published', userId, version];
    await manager.query(UPDATE, values);
    await manager.query(ATTACH, [...values, photo.userId, photo.guestId]);
    const attached = await this.erasures.listReviewPhotos([photo.id], manager);
    if (!attached.some((known) => known.reviewId === reviewId))
      await this.publisher.publishMissing(manager, { reviewId, imageId: photo.id });
  }
}
