import { Injectable } from '@nestjs/common';
import { reviewChanged, reviewsErased } from '@shop/contracts-catalog';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import type { ReviewRow } from './review.mapper.js';

type Changed = Pick<ReviewRow, 'id' | 'userId' | 'status' | 'version' | 'photo'>;

@Injectable()
export class ReviewEventsPublisher {
  constructor(private readonly outbox: EventOutbox) {}

  async publishChanged(manager: EntityManager, { id, userId, status, version, photo }: Changed): Promise<void> {
    const data = { reviewId: id, userId, status, version, photo };
    await this.outbox.publish(manager, reviewChanged, { subject: toSubject(id), data });
  }

  async publishDeleted(manager: EntityManager, { id, userId, version, photo }: Changed): Promise<void> {
    const data = { reviewId: id, userId, status: 'deleted' as const, version: version + 1, photo };
    await this.outbox.publish(manager, reviewChanged, { subject: toSubject(id), data });
  }

  async publishErased(manager: EntityManager, userId: string): Promise<void> {
    await this.outbox.publish(manager, reviewsErased, { subject: `reviews-of/${userId}`, data: { userId } });
  }
}

const toSubject = (id: string): string => `review/${id}`;
