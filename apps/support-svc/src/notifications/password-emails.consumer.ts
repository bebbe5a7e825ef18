import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { passwordChanged, passwordResetRequested } from '@shop/contracts/identity';
import { OnEvent, type EventContext } from '@shop/messaging';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';

@Controller()
export class PasswordEmailsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  /** The email is dropped if it cannot be sent before the link expires. */
  @OnEvent(passwordResetRequested)
  async onPasswordResetRequested(
    { id, data }: EventEnvelope<EventPayload<typeof passwordResetRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { email, firstName, token, expiresAt } = data;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `reset-link/${id}`,
      to: email,
      template: 'reset-link',
      props: { firstName, token },
      expiresAt: new Date(expiresAt),
    });
  }

  @OnEvent(passwordChanged)
  async onPasswordChanged(
    { id, time, data }: EventEnvelope<EventPayload<typeof passwordChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const account = await this.accounts.findByUser(manager, data.userId);
    const props = { firstName: account?.firstName ?? null, at: time, by: data.by };
    await this.emailOutbox.enqueueEmail(manager, {
      key: `password-changed/${id}`,
      to: data.email,
      template: 'password-changed',
      props,
    });
  }
}
