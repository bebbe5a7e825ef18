import { Inject, Injectable } from '@nestjs/common';
import { passwordChanged } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { CustomerSessionsService } from '../sessions/customer-sessions.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** Who sets the password, and the hash of the session that continues. */
type Origin = { by: 'owner'; keepSid: string } | { by: 'reset-link'; keepSid: null };

/** Stores a new password, which invalidates reset links and ends sessions. */
@Injectable()
export class PasswordsService {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(CustomerSessionsService) private readonly customerSessions: CustomerSessionsService,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** The caller has locked the user in this transaction and checked that the password may be set. */
  async setPassword(
    manager: EntityManager,
    { id, email }: UserRow,
    passwordHash: string,
    { by, keepSid }: Origin,
  ): Promise<void> {
    await this.usersRepository.setPassword(manager, id, passwordHash);
    await this.resetTokensRepository.deleteByUser(manager, id);
    await this.customerSessions.endAllSessions(
      manager,
      id,
      keepSid,
      by === 'owner' ? 'password-changed' : 'password-reset',
    );
    await this.outbox.publish(manager, passwordChanged, { subject: `user/${id}`, data: { userId: id, email, by } });
  }
}
