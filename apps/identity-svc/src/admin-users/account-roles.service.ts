import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { adminRightsChanged, decideRoleChange, type ChangeRoleRequest } from '@shop/contracts-identity';
import { EventOutbox } from '@shop/messaging';
import { assertPermission, isSeen, type Caller, type SeenVersions } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersRepository } from '../users/users.repository.js';
import { AccountChangeLog, type AccountChange } from './account-change-log.service.js';
import { assertOtherAccount, assertRoleChangeable, roleOutdated } from './account-changes.rules.js';
import { formatRoleVersion, type AdminUserRow } from './admin-user.mapper.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { userUnknown } from './admin-users.service.js';

function describeChange(
  { id: userId, ...from }: AdminUserRow,
  { role, permissions }: ChangeRoleRequest,
): AccountChange {
  if (from.role === role)
    return {
      ...{ userId, action: 'user.permissions-changed', event: 'permissions-changed' },
      ...{ before: { permissions: from.permissions }, after: { permissions } },
    };
  return {
    ...{ userId, action: 'user.role-changed', event: 'role-changed' },
    ...{ before: { role: from.role }, after: role === 'admin' ? { role, permissions } : { role } },
  };
}

/** Gives and takes the role admin and its permissions, like `npm run admin`. */
@Injectable()
export class AccountRolesService {
  @Inject(AccountChangeLog) private readonly changeLog!: AccountChangeLog;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(AdminUsersRepository) private readonly adminUsers: AdminUsersRepository,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Ends the account's sessions, and publishes an event for an email to all admins. The admins are locked, and the caller must be among them, with all
   * permissions: of two admins who take role or permissions from each other at once, one keeps them.
   */
  async changeRole(caller: Caller, userId: string, to: ChangeRoleRequest, seen: SeenVersions): Promise<void> {
    const changedById = assertOtherAccount(caller, userId);
    await this.dataSource.transaction(async (manager) => {
      const admins = await this.usersRepository.lockAdmins(manager);
      if (!admins.includes(changedById)) throw new DomainError('ADMIN_REQUIRED', 'forbidden', MESSAGES.adminRequired);
      const changedBy = await this.adminUsers.lockById(manager, changedById);
      assertPermission('all', changedBy?.permissions);
      const user = await this.adminUsers.lockById(manager, userId);
      if (!user) throw userUnknown();
      if (!isSeen(seen, formatRoleVersion(user))) throw roleOutdated();
      const account = { ...user, isConfirmed: user.emailConfirmedAt !== null, isClosed: user.closedAt !== null };
      const decision = decideRoleChange(account, to);
      assertRoleChangeable(decision);
      if (decision === 'unchanged' || decision === 'closed' || decision === 'unconfirmed') return;
      await this.adminUsers.saveRole(manager, userId, to);
      await this.changeLog.addEntry(manager, caller, describeChange(user, to));
      await this.sessionsService.endAllSessions(manager, userId, 'role-changed');
      await this.outbox.publish(manager, adminRightsChanged, {
        subject: `user/${userId}`,
        data: {
          ...{ userId, change: decision, permissions: [...to.permissions] },
          ...{ adminIds: [...new Set([...admins, userId])], changedById },
        },
      });
    });
  }
}
