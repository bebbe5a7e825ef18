import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope } from '@shop/contracts-common';
import { orderEmailRequested } from '@shop/contracts-order';
import { OnEvent, type EventContext } from '@shop/messaging';
import { LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { type EmailRequest, findRequestedEmail } from './email-request.rules.js';

/** Emails that an admin sends again. */
@Controller()
export class EmailRequestsConsumer {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @OnEvent(orderEmailRequested)
  async onOrderEmailRequested({ data }: EventEnvelope<EmailRequest>, { manager }: EventContext): Promise<void> {
    const { order, userId, requestId, emailId, kind, about } = data;
    const email = findRequestedEmail(data);
    if (!email) this.logger.error({ orderId: order.id, kind }, 'an email could not be sent again: its kind is unknown');
    if (!email || !order.email) return;
    const isQueued = await this.emailOutbox.enqueueEmail(manager, {
      key: `email-again/${order.id}/${requestId}`,
      to: order.email,
      userId,
      ...(about !== null && { about }),
      ...email,
    });
    if (isQueued) await this.emailOutbox.replace(manager, order.id, emailId);
  }
}
