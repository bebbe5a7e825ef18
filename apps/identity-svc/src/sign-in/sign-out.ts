import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { UsersRepository } from '../users/users.repository.js';

@Injectable()
export class SignOut {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
  ) {}

  /** In this browser. */
  async here(caller: Caller): Promise<void> {
    await this.dataSource.transaction((manager) => this.sessions.end(manager, caller, 'signed-out'));
  }

  /** In every browser, this one too. */
  async everywhere(caller: Caller): Promise<void> {
    if (caller.kind !== 'user') return;
    await this.dataSource.transaction(async (manager) => {
      await this.users.lockOpen(manager, caller.userId);
      await this.sessions.endAllOf(manager, caller.userId, null, 'signed-out-everywhere');
    });
  }
}
