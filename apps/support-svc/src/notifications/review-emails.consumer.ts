import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderReviewDue, reviewLinkSchema } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { OrderRecipientsRepository } from '../emails/order-recipients.repository.js';

/** One request for a review of an order. There is no reminder. */
@Controller()
export class ReviewEmailsConsumer {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    private readonly orderRecipients: OrderRecipientsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Not sent if the order has got another address since, or if its links were ended: then this link is ended, too. */
  @OnEvent(orderReviewDue)
  async onReviewDue(
    { data }: EventEnvelope<EventPayload<typeof orderReviewDue>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { order, userId, firstName, products, expiresAt, encrypted } = data;
    const { email, key } = reviewLinkSchema.parse(
      await decryptPayload(this.config.EMAIL_SECRET, orderReviewDue.type, encrypted),
    );
    if (await this.orderRecipients.isOutdated(manager, order.id, data)) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-review/${order.id}`,
      to: email,
      userId,
      template: 'order-review',
      props: { order, firstName, products: products.map(({ title }) => title), key },
      expiresAt: new Date(expiresAt),
    });
  }
}
