import { Inject, Injectable } from '@nestjs/common';
import { DomainError, sessionMissing } from '@shop/contracts-common';
import type { Caller } from '@shop/service-kit';
import { SecurityLog } from '../security/security-log.service.js';
import type { SignInClient } from '../security/sign-in-client.js';
import { PasswordHasher } from '../users/password-hasher.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { AccountAttemptsService, type Attempt } from './account-attempts.service.js';

export const incorrectPassword = (): DomainError =>
  new DomainError('PASSWORD_INCORRECT', 'invalid', 'Current password is incorrect');

/** The account of a signed-in caller, and the hash of the session id. */
export type ConfirmedUser = UserRow & { sid: string };

/** The only place that compares passwords. */
@Injectable()
export class PasswordCheckService {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(AccountAttemptsService) private readonly accountAttempts: AccountAttemptsService,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
    @Inject(PasswordHasher) private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Returns null for wrong credentials, in the same time for known and unknown accounts.
   * Throws `too-many` (429) above the limit of the attempt's source, before the password is compared.
   */
  async checkPassword(attempt: Attempt, password: string): Promise<UserRow | null> {
    const { email, client } = attempt;
    const counted = await this.accountAttempts.countSignIn(attempt);
    const user = await this.usersRepository.findOpenByEmail(email);
    const isRight = await this.hasher.verify(client.network, user?.password, password).catch(async (error: unknown) => {
      await this.accountAttempts.uncount(counted); // Nothing was compared.
      throw error;
    });
    if (!user || !isRight) {
      await this.securityLog.addEntry({ event: 'password-wrong', userId: user?.id ?? null, client });
      await this.accountAttempts.addFailure(counted);
      return null;
    }
    await this.accountAttempts.uncount(counted);
    return user;
  }

  /** Confirms that the signed-in caller knows the password. Throws 401, `too-many`, or `invalid`: "Current password is incorrect". */
  async confirmPassword(caller: Caller, client: SignInClient, password: string): Promise<ConfirmedUser> {
    const known = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (caller.kind !== 'user' || !known) throw sessionMissing();
    const user = await this.checkPassword({ email: known.email, client, sid: caller.sid }, password);
    if (!user) throw incorrectPassword();
    return { ...user, sid: caller.sid };
  }
}
