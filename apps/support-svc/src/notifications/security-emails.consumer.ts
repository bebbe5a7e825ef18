import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import { passwordGuessesDetected, registrationRefused, secondFactorChanged } from '@shop/contracts/identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AccountsRepository } from './accounts.repository.js';

/** Emails about what may be done by others at an account. */
@Controller()
export class SecurityEmailsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  @OnEvent(passwordGuessesDetected)
  async onPasswordGuessesDetected(
    { id, data: { userId, email } }: EventEnvelope<EventPayload<typeof passwordGuessesDetected>>,
    { manager }: EventContext,
  ): Promise<void> {
    const account = await this.accounts.findByUser(manager, userId);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `password-guesses/${id}`,
      to: email,
      userId,
      template: 'password-guesses',
      props: { firstName: account?.firstName ?? null },
    });
  }

  @OnEvent(secondFactorChanged)
  async onSecondFactorChanged(
    { id, time, data }: EventEnvelope<EventPayload<typeof secondFactorChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, email, change, recoveryCodesLeft } = data;
    const account = await this.accounts.findByUser(manager, userId);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `second-factor/${id}`,
      to: email,
      userId,
      template: 'second-factor',
      props: { firstName: account?.firstName ?? null, at: time, change, recoveryCodesLeft },
    });
  }

  @OnEvent(registrationRefused)
  async onRegistrationRefused(
    { id, data: { userId, email } }: EventEnvelope<EventPayload<typeof registrationRefused>>,
    { manager }: EventContext,
  ): Promise<void> {
    const account = await this.accounts.findByUser(manager, userId);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `account-exists/${id}`,
      to: email,
      userId,
      template: 'account-exists',
      props: { firstName: account?.firstName ?? null },
    });
  }
}
