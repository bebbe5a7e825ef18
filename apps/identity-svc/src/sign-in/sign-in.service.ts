import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { hashPassword, isOutdated, verifyPassword } from '../passwords/password-hash.js';
import { CustomerSessionsService } from '../sessions/customer-sessions.service.js';
import { UsersRepository, type UserRow } from '../users/users.repository.js';
import { wrongCredentials, type ProvenAccount } from './password.guard.js';

export interface SignedIn {
  user: UserRow;
  /** The session id for the cookie; only the gateway may get it. */
  sid: string;
}

@Injectable()
export class SignInService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(CustomerSessionsService) private readonly customerSessions: CustomerSessionsService,
  ) {}

  /** Starts a session for the proven account, and renews its password hash if the parameters are outdated. */
  async signIn(caller: Caller, { account, password }: ProvenAccount): Promise<SignedIn> {
    const renewedHash = isOutdated(account.password) ? await hashPassword(password) : undefined;
    return this.dataSource.transaction(async (manager) => {
      const user = await this.usersRepository.lockOpen(manager, account.id);
      // The password may have been reset or changed, or the account closed, since the check. A new hash of the same password is fine.
      if (!user || (user.password !== account.password && !(await verifyPassword(user.password, password))))
        throw wrongCredentials();
      if (renewedHash && isOutdated(user.password))
        await this.usersRepository.setPassword(manager, user.id, renewedHash);
      return { user, sid: await this.customerSessions.startSession(manager, caller, user.id) };
    });
  }
}
