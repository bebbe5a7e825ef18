import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { userErased, userErasureRequested, userRegistered } from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { EmailTextsRepository } from '../emails/email-texts.repository.js';
import { OrderRecipientsRepository } from '../emails/order-recipients.repository.js';
import { OwnerEmailsRepository } from '../owner-emails/owner-emails.repository.js';
import { AccountsRepository } from './accounts.repository.js';

/** Updates the read model of accounts, and queues an account's last email. */
@Controller()
export class AccountsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
    private readonly orderRecipients: OrderRecipientsRepository,
    private readonly emailTexts: EmailTextsRepository,
    private readonly ownerEmails: OwnerEmailsRepository,
  ) {}

  @OnEvent(userRegistered, { keepLatest: true })
  async onUserRegistered(
    { data }: EventEnvelope<EventPayload<typeof userRegistered>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, firstName } = data;
    await this.accounts.saveAccount(manager, { userId, email, firstName });
  }

  /** The request without an address follows the erasure. It matters only to a database that was restored from a backup before it. */
  @OnEvent(userErasureRequested)
  async onErasureRequested(
    { data: { userId, email } }: EventEnvelope<EventPayload<typeof userErasureRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    if (!email) await this.deleteAccount(manager, userId);
  }

  /** Queues the last email to this address. Its row loses the address when it is sent. */
  @OnEvent(userErased, { keepLatest: true })
  async onUserErased(
    { data }: EventEnvelope<EventPayload<typeof userErased>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, firstName } = data;
    await this.deleteAccount(manager, userId);
    await this.ownerEmails.removeRecipient(manager, email);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `account-erased/${userId}`,
      to: email,
      template: 'account-erased',
      props: { firstName },
    });
  }

  private async deleteAccount(manager: EntityManager, userId: string): Promise<void> {
    await this.accounts.deleteByUser(manager, userId);
    await this.emailOutbox.dropByUser(manager, userId);
    await this.emailTexts.deleteByUser(manager, userId);
    await this.orderRecipients.deleteByUser(manager, userId);
  }
}
