import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { RegisterRequest } from '@shop/contracts/identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { hashPassword } from '../passwords/password-hash.js';
import { CustomerSessionsService } from '../sessions/customer-sessions.service.js';
import { UsersService } from '../users/users.service.js';
import type { SignedIn } from './sign-in.service.js';

@Injectable()
export class RegistrationService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersService) private readonly usersService: UsersService,
    @Inject(CustomerSessionsService) private readonly customerSessions: CustomerSessionsService,
  ) {}

  /** Creates the account and signs in, in one transaction, so that the guest's data always has one owner. Throws 409 for a taken address. */
  async registerUser(caller: Caller, { email, password, firstName, lastName }: RegisterRequest): Promise<SignedIn> {
    const passwordHash = await hashPassword(password);
    return this.dataSource.transaction(async (manager) => {
      const user = await this.usersService.createUser(manager, {
        email,
        passwordHash,
        firstName,
        lastName,
        role: 'user',
      });
      if (!user) throw new DomainError('EMAIL_TAKEN', 'conflict', 'An account with this email already exists');
      return { user, sid: await this.customerSessions.startSession(manager, caller, user.id) };
    });
  }
}
