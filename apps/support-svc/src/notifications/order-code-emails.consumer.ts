import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { orderCodeRequested, orderCodeSchema } from '@shop/contracts-order';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { OrderRecipientsRepository } from '../emails/order-recipients.repository.js';

/** Codes for changing an order by the link of an email. */
@Controller()
export class OrderCodeEmailsConsumer {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    private readonly orderRecipients: OrderRecipientsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The email is dropped if it cannot be sent before the code expires, if the order has got another address, or if its links were ended. */
  @OnEvent(orderCodeRequested)
  async onCodeRequested(
    { id, data }: EventEnvelope<EventPayload<typeof orderCodeRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { order, userId, expiresAt, encrypted } = data;
    const { email, code } = orderCodeSchema.parse(
      await decryptPayload(this.config.EMAIL_SECRET, orderCodeRequested.type, encrypted),
    );
    if (await this.orderRecipients.isOutdated(manager, order.id, data)) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `order-code/${id}`,
      to: email,
      userId,
      template: 'order-code',
      props: { order, code, hasAccount: userId !== null },
      expiresAt: new Date(expiresAt),
    });
  }
}
