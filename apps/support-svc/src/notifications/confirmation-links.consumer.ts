import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { accountLinkSchema, confirmationLinkRequested } from '@shop/contracts/identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';

/** Emails with the link that confirms the address of an account. */
@Controller()
export class ConfirmationLinksConsumer {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The email is dropped if it cannot be sent before the link expires. */
  @OnEvent(confirmationLinkRequested)
  async onLinkRequested(
    { id, data: { userId, expiresAt, encrypted } }: EventEnvelope<EventPayload<typeof confirmationLinkRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { email, firstName, token } = accountLinkSchema.parse(
      await decryptPayload(this.config.EMAIL_SECRET, confirmationLinkRequested.type, encrypted),
    );
    await this.emailOutbox.enqueueEmail(manager, {
      key: `confirm-email/${id}`,
      to: email,
      userId,
      template: 'confirm-email',
      props: { firstName, token },
      expiresAt: new Date(expiresAt),
    });
  }
}
