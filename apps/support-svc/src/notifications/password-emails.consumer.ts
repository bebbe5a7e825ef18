import { Controller, Inject } from '@nestjs/common';
import type { EventEnvelope, EventPayload } from '@shop/contracts-common';
import { accountLinkSchema, passwordChanged, type ResetLink, resetLinkRequested } from '@shop/contracts-identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AccountsRepository } from './accounts.repository.js';

@Controller()
export class PasswordEmailsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** With a wrong EMAIL_SECRET the event is retried and becomes a dead letter, which can be replayed after the correction. */
  @OnEvent(resetLinkRequested)
  async onResetLinkRequested(
    { id, data: { userId, expiresAt, encrypted } }: EventEnvelope<EventPayload<typeof resetLinkRequested>>,
    { manager }: EventContext,
  ): Promise<void> {
    const link = accountLinkSchema.parse(
      await decryptPayload(this.config.EMAIL_SECRET, resetLinkRequested.type, encrypted),
    );
    await this.enqueueResetLink(manager, id, { ...link, userId, expiresAt });
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
      userId: data.userId,
      template: 'password-changed',
      props,
    });
  }

  /** The email is dropped if it cannot be sent before the link expires. */
  private async enqueueResetLink(
    manager: EntityManager,
    eventId: string,
    { userId, email, firstName, token, expiresAt }: ResetLink & { userId: string; expiresAt: string },
  ): Promise<void> {
    await this.emailOutbox.enqueueEmail(manager, {
      key: `reset-link/${eventId}`,
      to: email,
      userId,
      template: 'reset-link',
      props: { firstName, token },
      expiresAt: new Date(expiresAt),
    });
  }
}
