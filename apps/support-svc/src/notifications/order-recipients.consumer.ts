import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderEmailChanged, orderLinksEnded, type OrderStatus } from '@shop/contracts-order';
import { OnEvent, type EventContext } from '@shop/messaging';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { orderConfirmationKey } from '../emails/order-mockups.repository.js';
import { OrderRecipientsRepository } from '../emails/order-recipients.repository.js';

const IS_OPEN: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['paid', 'processing', 'shipped']);

/** Corrected email addresses of orders: the old address gets nothing more. And links that were ended: emails that wait have the new one. */
@Controller()
export class OrderRecipientsConsumer {
  constructor(
    private readonly orderRecipients: OrderRecipientsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  /** Emails that wait or were refused go to the new address. A confirmation that the old address got is sent again. */
  @OnEvent(orderEmailChanged)
  async onOrderEmailChanged(
    { data: { order, userId, link, version, linkVersion } }: EventEnvelope<EventPayload<typeof orderEmailChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    const recipient = { orderId: order.id, userId, version, linkVersion, email: order.email, linkKey: link.key };
    const isNew = await this.orderRecipients.correct(manager, recipient);
    const confirmationKey = orderConfirmationKey(order.id);
    if (!isNew || !IS_OPEN.has(order.status) || !(await this.emailOutbox.wasSent(manager, confirmationKey))) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `${confirmationKey}/${version}`,
      to: order.email,
      userId,
      template: 'order-confirmed',
      props: { order, link, hasAccount: userId !== null },
    });
  }

  @OnEvent(orderLinksEnded)
  async onOrderLinksEnded(
    { data: { order, userId, link, version, linkVersion } }: EventEnvelope<EventPayload<typeof orderLinksEnded>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!order.email) return;
    const recipient = { orderId: order.id, userId, version, linkVersion, email: order.email, linkKey: link.key };
    await this.orderRecipients.renewLink(manager, recipient);
  }
}
