import { Controller } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import {
  adminRightsChanged,
  adminSignedIn,
  passwordGuessesDetected,
  registrationRefused,
  secondFactorChanged,
  userSignedOutByAdmin,
} from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AccountsRepository } from './accounts.repository.js';

/** Emails about what others may have done at an account, and about what admins may do. */
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

  @OnEvent(userSignedOutByAdmin)
  async onSignedOutByAdmin(
    { id, time, data: { userId, email } }: EventEnvelope<EventPayload<typeof userSignedOutByAdmin>>,
    { manager }: EventContext,
  ): Promise<void> {
    const account = await this.accounts.findByUser(manager, userId);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `signed-out/${id}`,
      to: email,
      userId,
      template: 'signed-out',
      props: { firstName: account?.firstName ?? null, at: time },
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

  @OnEvent(adminSignedIn)
  async onAdminSignedIn(
    { id, time, data: { userId, email, browser, network } }: EventEnvelope<EventPayload<typeof adminSignedIn>>,
    { manager }: EventContext,
  ): Promise<void> {
    const account = await this.accounts.findByUser(manager, userId);
    await this.emailOutbox.enqueueEmail(manager, {
      key: `admin-sign-in/${id}`,
      to: email,
      userId,
      template: 'admin-sign-in',
      props: { firstName: account?.firstName ?? null, email, at: time, browser, network },
    });
  }

  /** The event has ids only: addresses of several admins would outlive their accounts in it. A deleted admin gets no email. */
  @OnEvent(adminRightsChanged)
  async onAdminRightsChanged(
    { id, time, data }: EventEnvelope<EventPayload<typeof adminRightsChanged>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { userId, change, permissions, adminIds, changedById } = data;
    const changed = await this.accounts.findRegistered(manager, userId);
    if (!changed) return;
    const by =
      changedById === undefined
        ? undefined
        : ((await this.accounts.findRegistered(manager, changedById))?.email ?? null);
    for (const adminId of adminIds) {
      const admin = await this.accounts.findRegistered(manager, adminId);
      if (!admin) continue;
      await this.emailOutbox.enqueueEmail(manager, {
        key: `admin-rights/${id}/${adminId}`,
        to: admin.email,
        userId: adminId,
        template: 'admin-rights',
        props: { firstName: admin.firstName, email: changed.email, at: time, change, permissions, by },
      });
    }
  }
}
