import { Inject, Injectable } from '@nestjs/common';
import { userSignedOutByAdmin } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { assertPermission, listPermissions, type Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { ErasuresService } from '../erasures/erasures.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountChangeLog } from './account-change-log.service.js';
import { accountIsAdmin, assertOtherAccount } from './account-changes.rules.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { userUnknown } from './admin-users.service.js';

/** What admins do to accounts of others, besides their roles. */
@Injectable()
export class AccountChangesService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AdminUsersRepository) private readonly adminUsers: AdminUsersRepository,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(ErasuresService) private readonly erasuresService: ErasuresService,
    @Inject(AccountChangeLog) private readonly changeLog: AccountChangeLog,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Signs a user out everywhere, and publishes an event for an email to the user. Only an admin with all permissions signs another admin out. */
  async endSessions(caller: Caller, userId: string): Promise<void> {
    assertOtherAccount(caller, userId);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.adminUsers.lockById(manager, userId);
      if (!user) throw userUnknown();
      if (user.role === 'admin') assertPermission('all', listPermissions(caller));
      const ended = await this.sessionsService.endAllSessions(manager, userId, 'signed-out-everywhere');
      if (ended.length === 0) return;
      await this.changeLog.addEntry(manager, caller, {
        userId,
        action: 'user.signed-out',
        event: 'signed-out-by-admin',
        before: { sessions: ended.length },
        after: { sessions: 0 },
      });
      await this.outbox.publish(manager, userSignedOutByAdmin, {
        subject: `user/${userId}`,
        data: { userId, email: user.email },
      });
    });
  }

  /** Closes the account and requests its erasure, as its owner's own call does. Idempotent. Throws 422 for an admin's account. */
  async eraseUser(caller: Caller, userId: string): Promise<void> {
    assertOtherAccount(caller, userId);
    await this.dataSource.transaction(async (manager) => {
      const user = await this.adminUsers.lockById(manager, userId);
      if (!user) throw userUnknown();
      if (user.role === 'admin') throw accountIsAdmin();
      if (user.closedAt) return;
      await this.erasuresService.closeAccount(manager, user);
      await this.changeLog.addEntry(manager, caller, {
        userId,
        action: 'user.erasure-requested',
        event: 'erasure-requested-by-admin',
        before: { closed: false },
        after: { closed: true },
      });
    });
  }
}
