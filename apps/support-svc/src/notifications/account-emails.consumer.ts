/** Emails to the owner of an account. */
import { Controller, Inject } from '@nestjs/common';
import { artworkCompleted } from '@shop/contracts/art';
import type { EventEnvelope, EventPayload } from '@shop/contracts/common';
import {
  passwordChanged,
  resetLinkRequested,
  resetLinkSchema,
  userErased,
  userErasureRequested,
  userRegistered,
  type ResetLink,
} from '@shop/contracts/identity';
import { type EventContext, OnEvent } from '@shop/messaging';
import { CONFIG, decryptPayload } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { EmailOutboxService } from '../emails/email-outbox.service.js';
import { AccountsRepository } from './accounts.repository.js';
import { shouldEmailArtwork, shouldWelcome } from './notifications.rules.js';

/** Updates the read model of accounts, and queues an account's first and last email. */
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
        userId,
        template: 'welcome',
        props: { firstName },
      });
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
  }
}

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
    const link = resetLinkSchema.parse(
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

@Controller()
export class ArtworkEmailsConsumer {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly emailOutbox: EmailOutboxService,
  ) {}

  /** Guests get no email, because their address is unknown. */
  @OnEvent(artworkCompleted)
  async onArtworkCompleted(
    { data }: EventEnvelope<EventPayload<typeof artworkCompleted>>,
    { manager }: EventContext,
  ): Promise<void> {
    const { jobId, userId, petName, styleKey, url } = data;
    const account =
      userId && shouldEmailArtwork(data, new Date()) ? await this.accounts.findByUser(manager, userId) : null;
    if (!account) return;
    await this.emailOutbox.enqueueEmail(manager, {
      key: `artwork-ready/${jobId}`,
      to: account.email,
      userId: account.userId,
      template: 'artwork-ready',
      props: { petName, styleKey, imageUrl: url },
    });
  }
}
