import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { accountLinkSchema, confirmationLinkRequested } from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';

/** Emails with the link that confirms the address of an account. The first one welcomes, so that a registration sends one email. */
@Controller()
export class ConfirmationLinksConsumer {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The email is dropped if it cannot be sent before the link expires. */
  @OnEvent(confirmationLinkRequested)
  async onLinkRequested(
    {
      id,
      data: { userId, expiresAt, encrypted, cause },
    }: EventEnvelope<EventPayload<typeof confirmationLinkRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { email, firstName, token } = accountLinkSchema.parse(
      await decryptPayload(this.config.EMAIL_SECRET, confirmationLinkRequested.type, encrypted),
    );
    const template = cause === 'registration' ? 'welcome' : 'confirm-email';
    await this.emailOutbox.enqueueEmail(manager, {
      key: `${template}/${id}`,
      to: email,
      userId,
      template,
      props: { firstName, token },
      expiresAt: new Date(expiresAt),
    });
  }
}
