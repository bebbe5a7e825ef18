import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { CustomerSessionsService } from '../sessions/customer-sessions.service.js';
import { UsersRepository } from '../users/users.repository.js';

@Injectable()
export class SignOutService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(CustomerSessionsService) private readonly customerSessions: CustomerSessionsService,
  ) {}

  /** Ends the session of this browser. */
  async signOut(caller: Caller): Promise<void> {
    await this.dataSource.transaction((manager) => this.customerSessions.endSession(manager, caller, 'signed-out'));
  }

  /** Ends all sessions of the user, including this one. */
  async signOutEverywhere(caller: Caller): Promise<void> {
    if (caller.kind !== 'user') return;
    await this.dataSource.transaction(async (manager) => {
      await this.usersRepository.lockOpen(manager, caller.userId);
      await this.customerSessions.endAllSessions(manager, caller.userId, null, 'signed-out-everywhere');
    });
  }
}
