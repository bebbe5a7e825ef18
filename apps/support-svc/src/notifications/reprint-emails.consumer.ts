import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import {
  orderProblemAnswered,
  orderReprintEnded,
  orderReprintRequested,
  orderReprintReturned,
  orderReprintSent,
} from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import type { EmailProps } from '../emails/email-props.js';

type ReprintProps = EmailProps['order-reprint'];
type Reprint = Omit<EventPayload<typeof orderReprintSent>, 'what' | 'numbers'> & { reason?: string | null };

/** Emails to customers whose items are sent again, or who reported a problem. */
@Controller()
export class ReprintEmailsConsumer {
  constructor(private readonly emailOutbox: EmailOutboxService) {}

  @OnEvent(orderReprintRequested)
  async onReprintRequested(
    { data }: EventEnvelope<EventPayload<typeof orderReprintRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.isRetry) return;
    await this.enqueue(manager, `requested/${data.reprintId}`, { ...data, tracking: null, reason: null }, 'requested');
  }

  @OnEvent(orderReprintSent)
  async onReprintSent(
    { id, data }: EventEnvelope<EventPayload<typeof orderReprintSent>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.enqueue(manager, id, data, data.what);
  }

  /** The numbers of what came back are of no use to the customer. */
  @OnEvent(orderReprintReturned)
  async onReprintReturned(
    { id, data }: EventEnvelope<EventPayload<typeof orderReprintReturned>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.enqueue(manager, id, { ...data, tracking: null }, 'returned');
  }

  /** A delivery needs no email, and neither does the end of a reprint whose parcel came back. */
  @OnEvent(orderReprintEnded)
  async onReprintEnded(
    { data }: EventEnvelope<EventPayload<typeof orderReprintEnded>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (data.state !== 'cancelled' || data.wasSent) return;
    await this.enqueue(manager, `cancelled/${data.reprintId}`, { ...data, tracking: null }, 'cancelled');
  }

  @OnEvent(orderProblemAnswered)
  async onProblemAnswered(
    { data: { order, userId, reportId, text, answer, link } }: EventEnvelope<EventPayload<typeof orderProblemAnswered>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `problem-answered/${order.id}/${reportId}`,
      to: order.email,
      userId,
      template: 'problem-answered',
      props: { order, text, answer, link, hasAccount: userId !== null },
    });
  }

  private async enqueue(
    manager: EntityManager,
    key: string,
    { order, userId, link, items, shippingAddress, tracking, reason = null }: Reprint,
    what: ReprintProps['what'],
  ): Promise<void> {
    if (!order.email) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-reprint/${order.id}/${key}`,
      to: order.email,
      userId,
      template: 'order-reprint',
      props: { order, link, items, shippingAddress, tracking, what, reason, hasAccount: userId !== null },
    });
  }
}
