import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErasureRequested } from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { ContactPersonalDataService } from './contact-personal-data.service.js';

@Controller()
export class ContactErasureConsumer {
  constructor(private readonly contactPersonalData: ContactPersonalDataService) {}

  @OnEvent(userErasureRequested)
  async onUserErasureRequested(
    { data }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.contactPersonalData.eraseByUser(manager, data.userId);
  }
}
