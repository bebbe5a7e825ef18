import { Controller, Inject } from '@nestjs/common';
import { continueLinkRequested, continueLinkSecretSchema } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';

/** Emails with the link that opens a design on another device. */
@Controller()
export class ContinueLinksConsumer {
  constructor(
    private readonly emailOutbox: EmailOutboxService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The email is dropped if it cannot be sent before the link expires. */
  @OnEvent(continueLinkRequested)
  async onLinkRequested(
    { id, data: { userId, expiresAt, encrypted } }: EventEnvelope<EventPayload<typeof continueLinkRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { email, token } = continueLinkSecretSchema.parse(
      await decryptPayload(this.config.EMAIL_SECRET, continueLinkRequested.type, encrypted),
    );
    await this.emailOutbox.enqueueEmail(manager, {
      key: `continue-design/${id}`,
      to: email,
      userId,
      template: 'continue-design',
      props: { token },
      expiresAt: new Date(expiresAt),
    });
  }
}
