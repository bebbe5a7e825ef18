import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron, deleteOldRows, type OldRows } from '@shop/jobs';
import { type PersonalDataFile, toJsonFile } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ReviewEventsPublisher } from './review-events.publisher.js';
import { ReviewInvitationsRepository } from './review-invitations.repository.js';
import { type ReviewRow, toReview } from './review.mapper.js';
import { ReviewsRepository } from './reviews.repository.js';

const REVIEWS_PER_FILE = 200;

const EXPIRED_LINKS: OldRows = { table: 'review_invitations', time: 'expires_at', age: '0 days' };

/** Export and erasure of what customers wrote, and the end of their links. */
@Injectable()
export class ReviewPersonalDataService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reviews: ReviewsRepository,
    private readonly invitations: ReviewInvitationsRepository,
    private readonly events: ReviewEventsPublisher,
  ) {}

  /** Yields `reviews.json`, possibly an empty list, then `reviews-2.json` and so on. Newest first. */
  async *exportFiles(userId: string): AsyncGenerator<PersonalDataFile> {
    for (let file = 1; ; file += 1) {
      const rows = await this.reviews.listByUser(userId, {
        limit: REVIEWS_PER_FILE,
        skip: (file - 1) * REVIEWS_PER_FILE,
      });
      if (rows.length === 0 && file > 1) return;
      const reviews = rows.map((row) => {
        const { productTitle, orderNumber, status } = row;
        return { ...toReview(row), productTitle, orderNumber, status };
      });
      yield toJsonFile(file === 1 ? 'reviews.json' : `reviews-${file}.json`, reviews);
      if (rows.length < REVIEWS_PER_FILE) return;
    }
  }

  /** The order of a guest belongs to this account, and so do its reviews. */
  async claimOrder(manager: EntityManager, orderId: string, userId: string): Promise<void> {
    await this.invitations.claim(manager, orderId, userId);
    for (const review of await this.reviews.claim(manager, orderId, userId))
      await this.events.publishChanged(manager, review);
  }

  /** art-svc does not have the photo any more. */
  async removePhoto(manager: EntityManager, reviewId: string, photoId: string): Promise<void> {
    const review = await this.reviews.removePhoto(manager, reviewId, photoId);
    if (review) await this.events.publishChanged(manager, review);
  }

  /** Confirms each time, because the confirmation may be lost. */
  async eraseByUser(manager: EntityManager, userId: string): Promise<void> {
    await this.invitations.eraseByUser(manager, userId);
    await this.publishDeleted(manager, await this.reviews.deleteByUser(manager, userId));
    await this.events.publishErased(manager, userId);
  }

  async eraseByOrder(manager: EntityManager, orderId: string): Promise<void> {
    await this.invitations.erase(manager, orderId);
    await this.publishDeleted(manager, await this.reviews.deleteByOrder(manager, orderId));
  }

  @Cron('43 * * * *', { name: 'catalog.review-links' })
  async deleteExpiredLinks(): Promise<void> {
    await deleteOldRows(this.dataSource, EXPIRED_LINKS);
  }

  private async publishDeleted(manager: EntityManager, deleted: readonly ReviewRow[]): Promise<void> {
    for (const review of deleted) await this.events.publishDeleted(manager, review);
  }
}
