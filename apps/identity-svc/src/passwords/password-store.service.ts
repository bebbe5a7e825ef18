import { Inject, Injectable } from '@nestjs/common';
import { passwordChanged } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** Who sets the password, and the hash of the session that continues. */
type Origin = { client: SignInClient } & ({ by: 'owner'; keepSid: string } | { by: 'reset-link'; keepSid: null });

@Injectable()
export class PasswordStore {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(KnownBrowsersRepository) private readonly knownBrowsers: KnownBrowsersRepository,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Stores a new password, which invalidates reset links, ends sessions and forgets other browsers. The caller has locked the user in this transaction
   * and checked that the password may be set.
   */
  async setPassword(
    manager: EntityManager,
    { id, email }: UserRow,
    passwordHash: string,
    { by, client, keepSid }: Origin,
  ): Promise<void> {
    await this.usersRepository.setPassword(manager, id, passwordHash);
    await this.resetTokensRepository.deleteByUser(manager, id);
    await this.knownBrowsers.deleteByUser(manager, id, by === 'owner' ? client.browser : null);
    const event = by === 'owner' ? 'password-changed' : 'password-reset';
    await this.sessionsService.endAllSessions(manager, id, keepSid, event);
    await this.securityLog.addEntry({ event, userId: id, client }, manager);
    await this.outbox.publish(manager, passwordChanged, { subject: `user/${id}`, data: { userId: id, email, by } });
  }
}
