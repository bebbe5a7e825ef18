import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderStatusChanged } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { ReviewRequestsService } from './review-requests.service.js';

@Controller()
export class ReviewRequestsConsumer {
  constructor(private readonly requests: ReviewRequestsService) {}

  /** The service's own event. */
  @OnEvent(orderStatusChanged)
  async onOrderDelivered(
    { data: { to, orderId }, time }: EventEnvelope<EventPayload<typeof orderStatusChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (to === 'delivered') await this.requests.planRequest(manager, orderId, new Date(time));
  }
}
