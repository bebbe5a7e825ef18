import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { RegisterRequest } from '@shop/contracts/identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { hashPassword } from '../passwords/password-hash.js';
import { CustomerSessions } from '../sessions/customer-sessions.js';
import { CreateUser } from '../users/create-user.js';
import type { SignedIn } from './sign-in.js';

@Injectable()
export class Register {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CreateUser) private readonly createUser: CreateUser,
    @Inject(CustomerSessions) private readonly sessions: CustomerSessions,
  ) {}

  /** Makes the account and signs in, in one transaction: a guest's things never hang between two owners. */
  async register(caller: Caller, { email, password, firstName, lastName }: RegisterRequest): Promise<SignedIn> {
    const passwordHash = await hashPassword(password);
    return this.dataSource.transaction(async (manager) => {
      const user = await this.createUser.create(manager, { email, passwordHash, firstName, lastName, role: 'user' });
      if (!user) throw new DomainError('EMAIL_TAKEN', 'conflict', 'An account with this email already exists');
      return { user, sid: await this.sessions.begin(manager, caller, user.id) };
    });
  }
}
