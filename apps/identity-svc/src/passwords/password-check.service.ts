import { Inject, Injectable } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { Caller } from '@shop/service-kit';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { verifyPassword } from './password-hash.js';

export const incorrectPassword = (): DomainError =>
  new DomainError('PASSWORD_INCORRECT', 'invalid', 'Current password is incorrect');

/** The only place where a password is compared. */
@Injectable()
export class PasswordCheckService {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
  ) {}

  /**
   * Returns null for wrong credentials, in the same time for known and unknown accounts.
   * Throws `too-many` (429) above the account's limit, before the password is compared.
   */
  async checkPassword(email: string, password: string): Promise<UserRow | null> {
    await this.accountAttempts.countAttempt('sign-in', email);
    const user = await this.usersRepository.findOpenByEmail(email);
    const isRight = await verifyPassword(user?.password, password);
    if (!user || !isRight) return null;
    await this.accountAttempts.uncountAttempt(email);
    return user;
  }

  /** Confirms that the signed-in caller knows the password. Throws 401, `too-many`, or `invalid`: "Current password is incorrect". */
  async confirmPassword(caller: Caller, password: string): Promise<UserRow & { sid: string }> {
    const known = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (caller.kind !== 'user' || !known)
      throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    const user = await this.checkPassword(known.email, password);
    if (!user) throw incorrectPassword();
    return { ...user, sid: caller.sid };
  }
}
