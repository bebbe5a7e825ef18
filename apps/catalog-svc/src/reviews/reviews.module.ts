import { Module } from '@nestjs/common';
import { AuditModule } from '@shop/service-kit';
import { ReviewEventsPublisher } from './review-events.publisher.js';
import { ReviewInvitationsRepository } from './review-invitations.repository.js';
import { ReviewModerationService } from './review-moderation.service.js';
import { ReviewPersonalDataService } from './review-personal-data.service.js';
import { ReviewsConsumer } from './reviews.consumer.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsRepository } from './reviews.repository.js';
import { ReviewsService } from './reviews.service.js';

/** Reviews of products: written by a link in an email, published by an admin. */
@Module({
  imports: [AuditModule],
  controllers: [ReviewsController, ReviewsConsumer],
  providers: [
    ReviewEventsPublisher,
    ReviewInvitationsRepository,
    ReviewModerationService,
    ReviewPersonalDataService,
    ReviewsRepository,
    ReviewsService,
  ],
  exports: [ReviewsService],
})
export class ReviewsModule {}
