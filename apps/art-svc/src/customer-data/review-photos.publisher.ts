import { Injectable } from '@nestjs/common';
import { reviewPhotoMissing } from '@shop/contracts-art';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';

@Injectable()
export class ReviewPhotosPublisher {
  constructor(private readonly outbox: EventOutbox) {}

  async publishMissing(manager: EntityManager, photo: { reviewId: string; imageId: string }): Promise<void> {
    await this.outbox.publish(manager, reviewPhotoMissing, { subject: `review-photo/${photo.imageId}`, data: photo });
  }
}
