import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AdminReview, ReviewDecision, ReviewStatus, ReviewSummary } from '@shop/contracts-catalog';
import { DomainError, MESSAGES, type PageKey } from '@shop/contracts-common';
import { type AuditActor, AuditTrail, isSeen, type Page, type SeenVersions, toPage } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ReviewEventsPublisher } from './review-events.publisher.js';
import { type AdminReviewRow, toAdminReview } from './review.mapper.js';
import { ReviewsRepository } from './reviews.repository.js';

const reviewChanged = (): DomainError =>
  new DomainError(
    'REVIEW_STALE',
    'conflict',
    'This review has changed in between. Please look at it again; nothing was changed now.',
  );

/** Admins decide which reviews are published. They can't change the words. */
@Injectable()
export class ReviewModerationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reviews: ReviewsRepository,
    private readonly events: ReviewEventsPublisher,
    private readonly auditTrail: AuditTrail,
  ) {}

  async listReviews(page: { limit: number; cursor?: PageKey; status?: ReviewStatus }): Promise<Page<AdminReview>> {
    const { limit, cursor: after, status } = page;
    const rows = await this.reviews.listPage(limit + 1, { ...(status && { status }), ...(after && { after }) });
    return toPage(rows, limit, { key: ({ keyAt, id }) => ({ createdAt: keyAt, id }), entry: toAdminReview });
  }

  async countPending(): Promise<ReviewSummary> {
    return { pending: await this.reviews.countPending() };
  }

  /**
   * The same decision again changes nothing, whatever the version: the answer of the first call may have been lost. Throws 409 if the review has
   * changed since the version that the admin saw.
   */
  decide(id: string, { status }: ReviewDecision, actor: AuditActor, seen: SeenVersions): Promise<AdminReview> {
    return this.withLocked(id, async (review, manager) => {
      if (review.status === status && (isSeen(seen, review.version) || isSeen(seen, review.version - 1)))
        return toAdminReview(review);
      if (!isSeen(seen, review.version)) throw reviewChanged();
      const version = await this.reviews.changeStatus(manager, id, status);
      const decided = { ...review, status, version };
      await this.events.publishChanged(manager, decided);
      await this.addAuditEntry(manager, review, actor, { status });
      return toAdminReview(decided);
    });
  }

  delete(id: string, actor: AuditActor, seen: SeenVersions): Promise<void> {
    return this.withLocked(id, async (review, manager) => {
      if (!isSeen(seen, review.version)) throw reviewChanged();
      await this.reviews.delete(manager, id);
      await this.events.publishDeleted(manager, review);
      await this.addAuditEntry(manager, review, actor, null);
    });
  }

  /** Without words and name, because entries are never deleted. */
  private async addAuditEntry(
    manager: EntityManager,
    { id, status, productId }: AdminReviewRow,
    actor: AuditActor,
    after: { status: ReviewStatus } | null,
  ): Promise<void> {
    await this.auditTrail.addEntry(manager, {
      actor,
      action: after ? `review.${after.status}` : 'review.deleted',
      subject: { type: 'review', id },
      before: { status, productId },
      after,
    });
  }

  private withLocked<T>(id: string, work: (review: AdminReviewRow, manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const review = await this.reviews.findLocked(manager, id);
      if (!review) throw new DomainError('REVIEW_UNKNOWN', 'not-found', MESSAGES.notFound);
      return work(review, manager);
    });
  }
}
