import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { passwordChanged, type ChangePasswordRequest } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { UsersRepository } from '../users/users.repository.js';
import { PasswordAttempts } from './password-attempts.js';
import { hashPassword, verifyPassword } from './password-hash.js';

const incorrect = (): DomainError => new DomainError('PASSWORD_INCORRECT', 'invalid', 'Current password is incorrect');

@Injectable()
export class ChangePassword {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
    @Inject(PasswordAttempts) private readonly attempts: PasswordAttempts,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** D10: ends the user's other sessions; the one that asked stays. */
  async change(caller: Caller, { currentPassword, newPassword }: ChangePasswordRequest): Promise<void> {
    const user = caller.kind === 'user' ? await this.users.findById(caller.userId) : null;
    if (caller.kind !== 'user' || !user) throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
    await this.attempts.count(user.email);
    if (!(await verifyPassword(user.password, currentPassword))) throw incorrect();
    const passwordHash = await hashPassword(newPassword);
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.users.replacePassword(manager, user.id, user.password, passwordHash))) throw incorrect();
      await this.sessions.endAllOf(manager, user.id, caller.sid, 'password-changed');
      await this.outbox.publish(manager, passwordChanged, { subject: `user/${user.id}`, data: { userId: user.id, email: user.email, by: 'owner' } });
    });
    await this.attempts.forgive(user.email);
  }
}
