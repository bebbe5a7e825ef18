import { Controller } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts-art';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { type EventContext, OnEvent } from '@shop/messaging';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AccountsRepository } from './accounts.repository.js';
import { shouldEmailArtwork } from './notifications.rules.js';

@Controller()
export class ArtworkEmailsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  /** Guests get no email, because their address is unknown. */
  @OnEvent(artworkCompleted)
  async onArtworkCompleted(
    { data }: EventEnvelope<EventPayload<typeof artworkCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { jobId, userId, petName, styleKey, url } = data;
    const account =
      userId && shouldEmailArtwork(data, new Date()) ? await this.accounts.findRegistered(manager, userId) : null;
    if (!account) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `artwork-ready/${jobId}`,
      to: account.email,
      userId: account.userId,
      template: 'artwork-ready',
      props: { petName, styleKey, imageUrl: url },
    });
  }
}
