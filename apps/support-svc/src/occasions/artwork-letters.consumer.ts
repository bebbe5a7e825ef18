import { Controller } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { OnEvent, type EventContext } from '@shop/messaging';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { LetterDesk } from '../letters/letter-desk.js';
import { isWorthTelling } from './artwork-letters.rules.js';

@Controller()
export class ArtworkLettersConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly letters: LetterDesk,
  ) {}

  /** A guest has no address we know of. */
  @OnEvent(artworkCompleted)
  async onArtworkCompleted(
    { data }: EventEnvelope<EventPayload<typeof artworkCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { jobId, userId, petName, styleKey, url } = data;
    const account = userId && isWorthTelling(data, new Date()) ? await this.accounts.find(manager, userId) : null;
    if (!account) return;
    await this.letters.send(manager, {
      key: `artwork-ready/${jobId}`,
      to: account.email,
      letter: 'artwork-ready',
      props: { petName, styleKey, imageUrl: url },
    });
  }
}
