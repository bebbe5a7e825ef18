import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type EventPayload, sessionMissing } from '@shop/contracts-common';
import {
  CONFIRMATION_LINK,
  CONFIRMATION_LINK_INVALID,
  confirmationLinkRequested,
  type ConfirmationLink,
} from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { type Caller, CONFIG, encryptPayload } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { AccountAttemptsService } from '../passwords/account-attempts.service.js';
import { hashToken } from '../passwords/reset-tokens.repository.js';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { ConfirmationTokensRepository } from './confirmation-tokens.repository.js';

type Cause = EventPayload<typeof confirmationLinkRequested>['cause'];

const DAY_MS = 86_400_000;

const invalidLink = (): DomainError =>
  new DomainError('CONFIRMATION_LINK_INVALID', 'invalid', CONFIRMATION_LINK_INVALID);

/** Makes the links that confirm the address of an account, and confirms it. support-svc sends them. */
@Injectable()
export class EmailConfirmationService {
  @Inject(CONFIG) private readonly config!: Config;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ConfirmationTokensRepository) private readonly tokens: ConfirmationTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Sends a link, which welcomes if it is that of the registration, in the caller's transaction. */
  async sendLink(manager: EntityManager, { id: userId, email, firstName }: UserRow, cause: Cause): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + CONFIRMATION_LINK.validDays * DAY_MS);
    await this.tokens.insertToken(manager, { userId, token: hashToken(token), expiresAt });
    const data = {
      userId,
      expiresAt: expiresAt.toISOString(),
      encrypted: await this.encryptLink({ email, firstName, token }),
      cause,
    };
    await this.outbox.publish(manager, confirmationLinkRequested, { subject: `user/${userId}`, data });
  }

  /** Sends one more link to a signed-in caller. Throws 401, 409 if the address is confirmed, or `too-many` (429). */
  async sendLinkAgain(caller: Caller): Promise<void> {
    const known = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (!known) throw sessionMissing();
    if (known.emailConfirmedAt)
      throw new DomainError('EMAIL_CONFIRMED', 'conflict', 'Your email address is confirmed already.');
    await this.accountAttempts.countConfirmation(known.email);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, known.id);
      if (!user) throw sessionMissing();
      await this.sendLink(manager, user, 'request');
    });
  }

  /** Confirms the address that the link was sent to. A repeated call, or a second link, changes nothing. Throws `invalid` for a bad link. */
  async confirmEmail(token: string, client: SignInClient): Promise<void> {
    const userId = await this.tokens.findUserId(hashToken(token));
    if (userId === null) throw invalidLink();
    await this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, userId);
      if (!user) throw invalidLink();
      if (user.emailConfirmedAt) return;
      await this.usersRepository.confirmEmail(manager, userId);
      await this.securityLog.addEntry({ event: 'email-confirmed', userId, client }, manager);
    });
  }

  private encryptLink(link: ConfirmationLink): Promise<string> {
    return encryptPayload(this.config.EMAIL_SECRET, confirmationLinkRequested.type, link);
  }
}
