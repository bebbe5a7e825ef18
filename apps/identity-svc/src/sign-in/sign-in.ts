import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { LoginRequest } from '@shop/contracts/identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { PasswordAttempts } from '../passwords/password-attempts.js';
import { hashPassword, isOutdated, verifyPassword } from '../passwords/password-hash.js';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';

export interface SignedIn {
  user: UserRow;
  /** For the cookie; goes to the gateway only. */
  sid: string;
}

@Injectable()
export class SignIn {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
    @Inject(PasswordAttempts) private readonly attempts: PasswordAttempts,
  ) {}

  /** D7: the same sentence, and the same work before it, whether or not there is such an account. */
  async signIn(caller: Caller, { email, password }: LoginRequest): Promise<SignedIn> {
    await this.attempts.count(email);
    const user = await this.users.findByEmail(email);
    const isRight = await verifyPassword(user?.password, password);
    if (!user || !isRight) throw new DomainError('CREDENTIALS_WRONG', 'unauthenticated', 'Invalid email or password');
    const renewed = isOutdated(user.password) ? await hashPassword(password) : undefined;
    const sid = await this.dataSource.transaction(async (manager) => {
      if (renewed) await this.users.replacePassword(manager, user.id, user.password, renewed);
      return this.sessions.begin(manager, caller, user.id);
    });
    await this.attempts.forgive(email);
    return { user, sid };
  }
}
