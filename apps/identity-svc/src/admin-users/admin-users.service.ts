import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { AdminUser, AdminUserDetail, AdminUsersQuery } from '@shop/contracts-identity';
import { AuditTrail, type Page } from '@shop/service-kit';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { toAdminUserDetail } from './admin-user.mapper.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { toUserTimeline } from './user-timeline.rules.js';

export const userUnknown = (): DomainError => new DomainError('USER_UNKNOWN', 'not-found', MESSAGES.notFound);

/** Accounts, for admins. */
@Injectable()
export class AdminUsersService {
  constructor(
    @Inject(AdminUsersRepository) private readonly adminUsers: AdminUsersRepository,
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(AuditTrail) private readonly auditTrail: AuditTrail,
  ) {}

  /** Newest first. `words`: only accounts with all of them in name or email. */
  listUsers(query: AdminUsersQuery, words?: string): Promise<Page<AdminUser>> {
    return this.adminUsers.listPage(query, words);
  }

  /** Throws 404 for an unknown account. */
  async getUser(id: string): Promise<AdminUserDetail> {
    const user = await this.adminUsers.findById(id);
    if (!user) throw userUnknown();
    const [sessions, entries] = await Promise.all([
      user.closedAt ? [] : this.sessionsRepository.listByUser(id),
      this.auditTrail.listEntries({ type: 'user', id }),
    ]);
    return toAdminUserDetail(user, sessions, toUserTimeline(user, entries));
  }
}
