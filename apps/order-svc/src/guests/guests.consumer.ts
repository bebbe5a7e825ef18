import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { guestClaimed } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { GuestClaimsService } from './guest-claims.service.js';

@Controller()
export class GuestsConsumer {
  constructor(private readonly guestClaims: GuestClaimsService) {}

  @OnEvent(guestClaimed)
  async onGuestClaimed(
    { data }: EventEnvelope<EventPayload<typeof guestClaimed>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.guestClaims.claimGuest(manager, data.guestId, data.userId);
  }
}
