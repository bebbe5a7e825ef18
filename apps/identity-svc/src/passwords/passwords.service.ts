import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { RESET_LINK_INVALID, type ChangePasswordRequest, type ResetPasswordRequest } from '@shop/contracts-identity';
import { type Caller, idempotencyKeyReused } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { assertUncommonPassword } from '../users/password.rules.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { assertNoContextPassword } from './context-words.rules.js';
import { incorrectPassword, PasswordCheckService } from './password-check.service.js';
import { PasswordStore } from './password-store.service.js';
import { RepeatedCallsService } from './repeated-calls.service.js';
import { hashToken, ResetTokensRepository } from './reset-tokens.repository.js';

const invalidLink = (): DomainError => new DomainError('RESET_LINK_INVALID', 'invalid', RESET_LINK_INVALID);

/** Changes and resets passwords. */
@Injectable()
export class PasswordsService {
  @Inject(RepeatedCallsService) private readonly repeatedCalls!: RepeatedCallsService;
  @Inject(SecurityLog) private readonly securityLog!: SecurityLog;
  @Inject(PasswordHasher) private readonly hasher!: PasswordHasher;
  @Inject(SessionsService) private readonly sessionsService!: SessionsService;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService,
    @Inject(PasswordStore) private readonly passwordStore: PasswordStore,
  ) {}

  /**
   * Ends all sessions of the user, and continues the caller's under a new id. Returns that for the cookie. A repeated call with the same key only
   * starts a session, because the cookie was lost with the first answer. That session has entered no code.
   */
  async changePassword(
    caller: Caller,
    client: SignInClient,
    { currentPassword, newPassword }: ChangePasswordRequest,
    key: string | null = null,
  ): Promise<string> {
    assertUncommonPassword(newPassword);
    const call = { key, action: 'password-changed' as const, client, password: newPassword };
    const changed = await this.repeatedCalls.findAccount(call);
    if (changed) return this.repeatChange(caller, client, changed);
    const user = await this.passwordCheck.confirmPassword(caller, client, currentPassword);
    assertNoContextPassword(newPassword, user);
    const passwordHash = await this.hasher.hash(client.network, newPassword);
    return this.dataSource.transaction(async (manager) => {
      const current = await this.usersRepository.lockOpen(manager, user.id);
      // A concurrent change replaced the password that was compared.
      if (current?.password !== user.password) throw incorrectPassword();
      await this.repeatedCalls.saveCall(manager, key, { userId: user.id, action: 'password-changed' });
      return this.passwordStore.changePassword(manager, user, passwordHash, client);
    });
  }

  private async repeatChange(caller: Caller, client: SignInClient, changed: UserRow): Promise<string> {
    if (caller.kind !== 'user' || changed.id !== caller.userId) throw idempotencyKeyReused();
    return this.dataSource.transaction(async (manager) => {
      const current = await this.usersRepository.lockOpen(manager, changed.id);
      if (current?.password !== changed.password) throw incorrectPassword();
      const browser = client.browserName ?? undefined;
      return this.sessionsService.replaceLostSession(manager, current, { guestId: caller.guestId, browser });
    });
  }

  /**
   * Sets the password, confirms the address of the account, and ends all sessions of the user. A link works once; a repeated call with the same key
   * has no effect. Throws `invalid` for a bad link.
   */
  async resetPassword(
    client: SignInClient,
    { token, password }: ResetPasswordRequest,
    key: string | null = null,
  ): Promise<void> {
    assertUncommonPassword(password);
    if (await this.repeatedCalls.findAccount({ key, action: 'password-reset', client, password })) return;
    const tokenHash = hashToken(token);
    const userId = await this.resetTokensRepository.findUserId(tokenHash);
    if (userId === null) {
      await this.securityLog.addEntry({ event: 'reset-link-wrong', userId, client });
      throw invalidLink();
    }
    const passwordHash = await this.hasher.hash(client.network, password);
    const email = await this.dataSource.transaction(async (manager) => {
      // Locks the user first, like all changes of an account. The second of two concurrent calls then finds the token used.
      const user = await this.usersRepository.lockOpen(manager, userId);
      if (!user || !(await this.resetTokensRepository.consumeToken(manager, tokenHash))) throw invalidLink();
      // The transaction ends without effect, so the link can be used again.
      assertNoContextPassword(password, user);
      await this.repeatedCalls.saveCall(manager, key, { userId, action: 'password-reset' });
      await this.usersRepository.confirmEmail(manager, userId);
      await this.passwordStore.setPassword(manager, user, passwordHash, { by: 'reset-link', client });
      return user.email;
    });
    await this.accountAttempts.resetSignInAttempts({ email, client });
  }
}
