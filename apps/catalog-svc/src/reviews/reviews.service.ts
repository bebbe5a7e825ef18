import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  REVIEW_LINK_ENDED,
  type ProductRating,
  type Review,
  type ReviewInvitation,
  type WrittenReview,
} from '@shop/contracts-catalog';
import { DomainError, type PageKey } from '@shop/contracts-common';
import { type Caller, type Page, toOwner, toPage } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { productNotFound } from '../products/products.service.js';
import { ReviewEventsPublisher } from './review-events.publisher.js';
import { ReviewInvitationsRepository, type ReviewInvitationRow } from './review-invitations.repository.js';
import { type ReviewPhoto, toReview } from './review.mapper.js';
import { ReviewsRepository } from './reviews.repository.js';

const linkEnded = (): DomainError => new DomainError('REVIEW_LINK_ENDED', 'not-found', REVIEW_LINK_ENDED);

/** What shoppers read, and what customers write by the link of an email. */
@Injectable()
export class ReviewsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reviews: ReviewsRepository,
    private readonly invitations: ReviewInvitationsRepository,
    private readonly events: ReviewEventsPublisher,
  ) {}

  async getRating(productId: string): Promise<ProductRating> {
    const rating = await this.reviews.findRating(productId);
    if (!rating) throw productNotFound();
    return rating;
  }

  async listPublished(productId: string, page: { limit: number; cursor?: PageKey }): Promise<Page<Review>> {
    if (!(await this.reviews.findRating(productId))) throw productNotFound();
    const rows = await this.reviews.listPublished(productId, page.limit + 1, page.cursor);
    return toPage(rows, page.limit, { key: ({ keyAt, id }) => ({ createdAt: keyAt, id }), entry: toReview });
  }

  async getInvitation(key: string): Promise<ReviewInvitation> {
    const { orderId, firstName, expiresAt } = this.assertFound(await this.invitations.findByKey(key));
    const written = new Map((await this.reviews.listByOrder(orderId)).map((review) => [review.productId, review]));
    const products = await this.invitations.listProducts(orderId);
    return {
      firstName,
      expiresAt: expiresAt.toISOString(),
      products: products.map(({ productId, title, imageUrl }) => {
        const review = written.get(productId);
        return {
          ...{ productId, title, imageUrl },
          review: review
            ? {
                rating: review.rating,
                text: review.text,
                name: review.name,
                hasPhoto: review.photo !== null,
                status: review.status,
              }
            : null,
        };
      }),
    };
  }

  /** Replaces what was written about the product of this order before; an admin decides again. Never published by itself. */
  async writeReview(caller: Caller, { key, productId, photoId, ...words }: WrittenReview): Promise<void> {
    const photo = photoId ? toPhoto(caller, photoId) : null;
    await this.dataSource.transaction(async (manager) => {
      const { orderId, orderNumber, userId } = this.assertFound(await this.invitations.findByKeyLocked(manager, key));
      const products = await this.invitations.listProducts(orderId, manager);
      if (!products.some((product) => product.productId === productId)) throw productNotFound();
      const keepsPhoto = photoId === undefined;
      const saved = await this.reviews.save(manager, {
        ...{ orderId, orderNumber, userId, productId, photo, keepsPhoto },
        ...words,
      });
      await this.events.publishChanged(manager, saved);
    });
  }

  private assertFound(invitation: ReviewInvitationRow | null): ReviewInvitationRow {
    if (!invitation) throw linkEnded();
    return invitation;
  }
}

/** art-svc attaches it only if it is the caller's. Throws 401 for a caller without a session, who has uploaded nothing. */
const toPhoto = (caller: Caller, id: string): ReviewPhoto => ({ id, ...toOwner(caller) });
