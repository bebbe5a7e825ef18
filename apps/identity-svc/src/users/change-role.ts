import { DomainError, SENTENCES, type Role } from '@shop/contracts/common';
import type { DataSource } from 'typeorm';
import type { CustomerSessions } from '../sessions/customer-sessions.js';
import type { UsersRepository } from './users.repository.js';

/** D12: who is an admin after the first one. */
export class ChangeRole {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly sessions: CustomerSessions,
  ) {}

  /** False where it is so already. A change ends the user's sessions: nobody goes on with rights of before. Throws `not-found`. */
  async change(email: string, role: Role): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const user = await this.users.findByEmail(email);
      if (!user) throw new DomainError('USER_UNKNOWN', 'not-found', SENTENCES.notFound);
      if (!(await this.users.setRole(manager, user.id, role))) return false;
      await this.sessions.endAllOf(manager, user.id, null, 'role-changed');
      return true;
    });
  }
}
