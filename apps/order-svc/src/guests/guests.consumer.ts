import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { guestClaimed } from '@shop/contracts-identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { GuestClaimsRepository } from './guest-claims.repository.js';

@Controller()
export class GuestsConsumer {
  constructor(private readonly guestClaims: GuestClaimsRepository) {}

  @OnEvent(guestClaimed)
  async onGuestClaimed(
    { data }: EventEnvelope<EventPayload<typeof guestClaimed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.guestClaims.claimGuest(manager, data.guestId, data.userId);
  }
}
