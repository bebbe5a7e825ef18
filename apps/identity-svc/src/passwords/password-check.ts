import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import type { Caller } from '@shop/service-kit';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { AccountAttempts } from './account-attempts.js';
import { verifyPassword } from './password-hash.js';

export const incorrectPassword = (): DomainError =>
  new DomainError('PASSWORD_INCORRECT', 'invalid', 'Current password is incorrect');

/** The one place where a password is compared. */
@Injectable()
export class PasswordCheck {
  constructor(
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(AccountAttempts) private readonly attempts: AccountAttempts,
  ) {}

  /**
   * Null for a wrong pair, in the same time whether or not there is such an account (D7).
   * Throws `too-many` (429) past the account's limit, before anything is looked at.
   */
  async check(email: string, password: string): Promise<UserRow | null> {
    await this.attempts.count('sign-in', email);
    const user = await this.users.findOpenByEmail(email);
    const isRight = await verifyPassword(user?.password, password);
    if (!user || !isRight) return null;
    await this.attempts.takeBack(email);
    return user;
  }

  /** Somebody who is signed in proves to be the account's owner. Throws 401, `too-many`, or `invalid`: "Current password is incorrect". */
  async confirm(caller: Caller, password: string): Promise<UserRow & { sid: string }> {
    const known = caller.kind === 'user' ? await this.users.findOpen(caller.userId) : null;
    if (caller.kind !== 'user' || !known)
      throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
    const user = await this.check(known.email, password);
    if (!user) throw incorrectPassword();
    return { ...user, sid: caller.sid };
  }
}
