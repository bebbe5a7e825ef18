import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { RESET_LINK_INVALID, type ChangePasswordRequest, type ResetPasswordRequest } from '@shop/contracts/identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { SignInClient } from '../security/sign-in-client.js';
import { assertUncommonPassword } from '../users/password.rules.js';
import { hashPassword } from '../users/password-hash.js';
import { UsersRepository } from '../users/users.repository.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { assertNoContextPassword } from './context-words.rules.js';
import { incorrectPassword, PasswordCheckService } from './password-check.service.js';
import { PasswordStore } from './password-store.service.js';
import { hashToken, ResetTokensRepository } from './reset-tokens.repository.js';

const invalidLink = (): DomainError => new DomainError('RESET_LINK_INVALID', 'invalid', RESET_LINK_INVALID);

/** Changes and resets passwords. */
@Injectable()
export class PasswordsService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(ResetTokensRepository) private readonly resetTokensRepository: ResetTokensRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService,
    @Inject(PasswordStore) private readonly passwordStore: PasswordStore,
  ) {}

  /** Ends the user's other sessions; the caller's session continues. */
  async changePassword(
    caller: Caller,
    client: SignInClient,
    { currentPassword, newPassword }: ChangePasswordRequest,
  ): Promise<void> {
    assertUncommonPassword(newPassword);
    const user = await this.passwordCheck.confirmPassword(caller, client, currentPassword);
    assertNoContextPassword(newPassword, user);
    const passwordHash = await hashPassword(newPassword);
    await this.dataSource.transaction(async (manager) => {
      const current = await this.usersRepository.lockOpen(manager, user.id);
      // A concurrent change replaced the password that was compared.
      if (current?.password !== user.password) throw incorrectPassword();
      await this.passwordStore.setPassword(manager, current, passwordHash, { by: 'owner', client, keepSid: user.sid });
    });
  }

  /** Sets the password and ends all sessions of the user. A link works once. Throws `invalid` for a bad link. */
  async resetPassword(client: SignInClient, { token, password }: ResetPasswordRequest): Promise<void> {
    assertUncommonPassword(password);
    const tokenHash = hashToken(token);
    const userId = await this.resetTokensRepository.findUserId(tokenHash);
    if (userId === null) throw invalidLink();
    const passwordHash = await hashPassword(password);
    const email = await this.dataSource.transaction(async (manager) => {
      // Locks the user first, like all changes of an account. The second of two concurrent calls then finds the token used.
      const user = await this.usersRepository.lockOpen(manager, userId);
      if (!user || !(await this.resetTokensRepository.consumeToken(manager, tokenHash))) throw invalidLink();
      // The transaction ends without effect, so the link can be used again.
      assertNoContextPassword(password, user);
      await this.passwordStore.setPassword(manager, user, passwordHash, { by: 'reset-link', client, keepSid: null });
      return user.email;
    });
    await this.accountAttempts.resetSignInAttempts({ email, client });
  }
}
