import { Inject, Injectable } from '@nestjs/common';
import { passwordChanged } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import type { EndedSession } from '../sessions/sessions.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import type { ConfirmedUser } from './password-check.service.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** Where a new password comes from. */
interface Origin {
  client: SignInClient;
  by: 'owner' | 'reset-link';
}

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
   * Like `setPassword`, but continues the owner's session under a new id. Returns that for the cookie. Throws 401 for a session that has ended: its
   * token outlives it by up to a minute.
   */
  async changePassword(
    manager: EntityManager,
    owner: ConfirmedUser,
    passwordHash: string,
    client: SignInClient,
  ): Promise<string> {
    const sessions = await this.setPassword(manager, owner, passwordHash, { by: 'owner', client });
    const ended = sessions.find(({ sid }) => sid === owner.sid)?.sess ?? null;
    const { sid } = await this.sessionsService.renewSession(manager, owner, ended, client.browserName ?? undefined);
    return sid;
  }

  /**
   * Stores a new password, which invalidates reset links, ends all sessions and forgets other browsers. The caller has locked the user in this
   * transaction and checked that the password may be set. Returns the ended sessions.
   */
  async setPassword(
    manager: EntityManager,
    { id, email }: UserRow,
    passwordHash: string,
    { by, client }: Origin,
  ): Promise<EndedSession[]> {
    await this.usersRepository.setPassword(manager, id, passwordHash);
    await this.resetTokensRepository.deleteByUser(manager, id);
    await this.knownBrowsers.deleteByUser(manager, id, by === 'owner' ? client.browser : null);
    const event = by === 'owner' ? 'password-changed' : 'password-reset';
    const ended = await this.sessionsService.endAllSessions(manager, id, event);
    await this.securityLog.addEntry({ event, userId: id, client }, manager);
    await this.outbox.publish(manager, passwordChanged, { subject: `user/${id}`, data: { userId: id, email, by } });
    return ended;
  }
}
