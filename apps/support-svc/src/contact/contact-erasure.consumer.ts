import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErasureRequested } from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { OwnerEmailsRepository } from '../owner-emails/owner-emails.repository.js';
import { ContactPersonalDataService } from './contact-personal-data.service.js';

@Controller()
export class ContactErasureConsumer {
  constructor(
    private readonly contactPersonalData: ContactPersonalDataService,
    private readonly ownerEmails: OwnerEmailsRepository,
  ) {}

  @OnEvent(userErasureRequested)
  async onUserErasureRequested(
    { data }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    await this.ownerEmails.deleteByUser(manager, data.userId);
    await this.contactPersonalData.eraseByUser(manager, data.userId);
  }
}
