import { Controller } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { OnEvent, type EventContext } from '@shop/messaging';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { shouldEmailArtwork } from './artwork-emails.rules.js';

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
      userId && shouldEmailArtwork(data, new Date()) ? await this.accounts.findByUser(manager, userId) : null;
    if (!account) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `artwork-ready/${jobId}`,
      to: account.email,
      template: 'artwork-ready',
      props: { petName, styleKey, imageUrl: url },
    });
  }
}
