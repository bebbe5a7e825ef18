import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { userErased, userErasureRequested, type PasswordConfirmation } from '@shop/contracts-identity';
import { Cron } from '@shop/jobs';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { incorrectPassword, PasswordCheckService } from '../passwords/password-check.service.js';
import { SecondFactorsRepository } from '../second-factor/second-factors.repository.js';
import { KnownBrowsersRepository } from '../security/known-browsers.repository.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toErasureRequest } from '../users/user.mapper.js';
import { UsersRepository } from '../users/users.repository.js';
import { ErasuresRepository, type ErasedUser, type ErasurePart } from './erasures.repository.js';

const OVERDUE_PAGE_SIZE = 500;

@Injectable()
export class ErasuresService {
  @Inject(SecondFactorsRepository) private readonly secondFactors!: SecondFactorsRepository;
  @Inject(KnownBrowsersRepository) private readonly knownBrowsers!: KnownBrowsersRepository;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(SessionsService) private readonly sessionsService: SessionsService,
    @Inject(ErasuresRepository) private readonly erasuresRepository: ErasuresRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Closes the account at once and requests the erasure from all services. The account is deleted when all have confirmed. Idempotent. */
  async requestErasure(caller: Caller, client: SignInClient, { password }: PasswordConfirmation): Promise<void> {
    const proven = await this.passwordCheck.confirmPassword(caller, client, password);
    await this.dataSource.transaction(async (manager) => {
      if (proven.role === 'admin') await this.assertNotLastAdmin(manager, proven.id);
      const user = await this.usersRepository.lockOpen(manager, proven.id);
      if (!user) return; // a concurrent call has closed it
      if (user.password !== proven.password) throw incorrectPassword();
      await this.closeAccount(manager, user);
    });
  }

  /**
   * Stores the confirmation of one service. The last one deletes the account and publishes `user.erased` in the same transaction, so only once.
   * An open account was restored from a backup before its erasure: it is closed and erased again.
   */
  async confirmErasure(manager: EntityManager, userId: string, part: ErasurePart): Promise<void> {
    const restored = await this.usersRepository.lockOpen(manager, userId);
    if (restored) await this.closeAccount(manager, restored);
    if (!(await this.erasuresRepository.saveConfirmation(manager, userId, part))) return;
    const erased = await this.erasuresRepository.deleteUser(manager, userId);
    if (!erased) return;
    const subject = `user/${userId}`;
    const data = { userId, email: erased.email, firstName: erased.firstName };
    await this.outbox.publish(manager, userErased, { subject, data });
    await this.outbox.erasePayloads(manager, [subject]);
    await this.publishFinalRequest(manager, userId);
  }

  /** It has no personal data, so it stays in the outbox. Sent again, it erases what a service has restored from a backup. */
  private async publishFinalRequest(manager: EntityManager, userId: string): Promise<void> {
    await this.outbox.publish(manager, userErasureRequested, {
      subject: `erasure/${userId}`,
      data: { userId, email: '', firstName: null, requestedAt: new Date().toISOString() },
    });
  }

  /** Publishes erasure requests again that were not confirmed. Concurrent calls take different accounts. */
  @Cron('17 * * * *', { name: 'erasures.repeat-overdue' })
  async repeatOverdueRequests(): Promise<void> {
    while ((await this.repeatOverduePage()) === OVERDUE_PAGE_SIZE);
  }

  private repeatOverduePage(): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const overdue = await this.erasuresRepository.takeOverdue(manager, OVERDUE_PAGE_SIZE);
      for (const user of overdue) await this.publishRequest(manager, user, user.closedAt);
      return overdue.length;
    });
  }

  private async assertNotLastAdmin(manager: EntityManager, userId: string): Promise<void> {
    const admins = await this.usersRepository.lockAdmins(manager);
    if (admins.length === 1 && admins[0] === userId)
      throw new DomainError(
        'ADMIN_LAST',
        'conflict',
        'You are the only admin. Please have someone else made an admin first.',
      );
  }

  /**
   * Begins the erasure of an open account whose row is locked. Deletes at once what only signing in needs: the other services may take weeks to
   * confirm.
   */
  async closeAccount(manager: EntityManager, user: ErasedUser): Promise<void> {
    const closedAt = await this.usersRepository.closeAccount(manager, user.id);
    await this.sessionsService.endAllSessions(manager, user.id, 'account-closed');
    await this.secondFactors.delete(manager, user.id);
    await this.knownBrowsers.deleteByUser(manager, user.id, null);
    await this.erasuresRepository.insertErasure(manager, user.id);
    await this.publishRequest(manager, user, closedAt);
  }

  private async publishRequest(manager: EntityManager, user: ErasedUser, closedAt: Date): Promise<void> {
    await this.outbox.publish(manager, userErasureRequested, {
      subject: `user/${user.id}`,
      data: toErasureRequest(user, closedAt),
    });
  }
}
