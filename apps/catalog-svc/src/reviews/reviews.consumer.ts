import { Controller } from '@nestjs/common';
import { reviewPhotoMissing } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErasureRequested } from '@shop/contracts-identity';
import {
  orderAnonymised,
  orderClaimed,
  orderEmailChanged,
  orderLinksEnded,
  orderReviewDue,
} from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { ReviewInvitationsRepository } from './review-invitations.repository.js';
import { ReviewPersonalDataService } from './review-personal-data.service.js';

@Controller()
export class ReviewsConsumer {
  constructor(
    private readonly invitations: ReviewInvitationsRepository,
    private readonly personalData: ReviewPersonalDataService,
  ) {}

  @OnEvent(orderReviewDue)
  async onReviewDue(
    { data }: EventEnvelope<EventPayload<typeof orderReviewDue>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { order, expiresAt, userId, firstName, keyHash, products, version, linkVersion } = data;
    await this.invitations.insert(manager, {
      ...{ userId, firstName, keyHash, products, version, linkVersion },
      orderId: order.id,
      orderNumber: order.orderNumber,
      expiresAt: new Date(expiresAt),
    });
  }

  /** The owner of the wrong mailbox can't write a review. */
  @OnEvent(orderEmailChanged)
  async onEmailChanged(
    { data }: EventEnvelope<EventPayload<typeof orderEmailChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.invitations.endOlder(manager, data.order.id, data);
  }

  @OnEvent(orderLinksEnded)
  async onLinksEnded(
    { data }: EventEnvelope<EventPayload<typeof orderLinksEnded>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.invitations.endOlder(manager, data.order.id, data);
  }

  @OnEvent(orderClaimed)
  async onOrderClaimed(
    { data: { orderId, userId } }: EventEnvelope<EventPayload<typeof orderClaimed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.personalData.claimOrder(manager, orderId, userId);
  }

  @OnEvent(reviewPhotoMissing)
  async onPhotoMissing(
    { data: { reviewId, imageId } }: EventEnvelope<EventPayload<typeof reviewPhotoMissing>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.personalData.removePhoto(manager, reviewId, imageId);
  }

  @OnEvent(orderAnonymised)
  async onOrderAnonymised(
    { data: { orderId } }: EventEnvelope<EventPayload<typeof orderAnonymised>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.personalData.eraseByOrder(manager, orderId);
  }

  @OnEvent(userErasureRequested)
  async onUserErasureRequested(
    { data: { userId } }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.personalData.eraseByUser(manager, userId);
  }
}
