import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { userErasureRequested, type EraseAccountRequest } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { incorrectPassword, PasswordCheck } from '../passwords/password-check.js';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { toErasureRequest } from '../users/user.mapper.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { ErasuresRepository } from './erasures.repository.js';

@Injectable()
export class EraseAccount {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(PasswordCheck) private readonly passwords: PasswordCheck,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
    @Inject(ErasuresRepository) private readonly erasures: ErasuresRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Closes the account at once and asks every part to forget its owner; it is gone when all have confirmed. Asked twice is done once. */
  async erase(caller: Caller, { password }: EraseAccountRequest): Promise<void> {
    const proven = await this.passwords.confirm(caller, password);
    await this.dataSource.transaction(async (manager) => {
      if (proven.role === 'admin') await this.refuseLastAdmin(manager, proven.id);
      const user = await this.users.lockOpen(manager, proven.id);
      if (!user) return; // closed by the same person, a moment ago
      if (user.password !== proven.password) throw incorrectPassword();
      await this.close(manager, user);
    });
  }

  private async refuseLastAdmin(manager: EntityManager, userId: string): Promise<void> {
    const admins = await this.users.lockAdmins(manager);
    if (admins.length === 1 && admins[0] === userId)
      throw new DomainError(
        'ADMIN_LAST',
        'conflict',
        'You are the only admin. Please have somebody else made an admin first.',
      );
  }

  private async close(manager: EntityManager, user: UserRow): Promise<void> {
    const closedAt = await this.users.close(manager, user.id);
    await this.sessions.endAllOf(manager, user.id, null, 'account-closed');
    await this.erasures.insert(manager, user.id);
    await this.outbox.publish(manager, userErasureRequested, {
      subject: `user/${user.id}`,
      data: toErasureRequest(user, closedAt),
    });
  }
}
