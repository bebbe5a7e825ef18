import { Inject, Injectable } from '@nestjs/common';
import { passwordChanged } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

/** Who set it, and which session (its hash) goes on. */
type Origin = { by: 'owner'; keepSid: string } | { by: 'reset-link'; keepSid: null };

/** What comes with every new password (D10): no link of before works any more, and sessions end. */
@Injectable()
export class NewPassword {
  constructor(
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(ResetTokensRepository) private readonly links: ResetTokensRepository,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** In the transaction that locked the user, and found that the password may be set. */
  async set(
    manager: EntityManager,
    { id, email }: UserRow,
    passwordHash: string,
    { by, keepSid }: Origin,
  ): Promise<void> {
    await this.users.setPassword(manager, id, passwordHash);
    await this.links.deleteAllOf(manager, id);
    await this.sessions.endAllOf(manager, id, keepSid, by === 'owner' ? 'password-changed' : 'password-reset');
    await this.outbox.publish(manager, passwordChanged, { subject: `user/${id}`, data: { userId: id, email, by } });
  }
}
