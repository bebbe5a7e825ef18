import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { userErased, userRegistered } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AccountsRepository } from './accounts.repository.js';
import { shouldWelcome } from './welcome.rules.js';

@Controller()
export class AccountsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  @OnEvent(userRegistered, { keepLatest: true })
  async onUserRegistered(
    { data }: EventEnvelope<EventPayload<typeof userRegistered>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, firstName } = data;
    await this.accounts.saveAccount(manager, { userId, email, firstName });
    if (shouldWelcome(data, new Date()))
      await this.emailOutbox.enqueueEmail(manager, {
        key: `welcome/${userId}`,
        to: email,
        template: 'welcome',
        props: { firstName },
      });
  }

  /** Queues the last email to this address. Its row loses the address when it is sent. */
  @OnEvent(userErased, { keepLatest: true })
  async onUserErased(
    { data }: EventEnvelope<EventPayload<typeof userErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, firstName } = data;
    await this.accounts.deleteByUser(manager, userId);
    await this.emailOutbox.dropByRecipient(manager, email);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `account-erased/${userId}`,
      to: email,
      template: 'account-erased',
      props: { firstName },
    });
  }
}
