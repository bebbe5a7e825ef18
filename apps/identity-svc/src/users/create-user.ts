import { Inject, Injectable } from '@nestjs/common';
import { userRegistered } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { toRegistration } from './user.mapper.js';
import { UsersRepository, type NewUser, type UserRow } from './users.repository.js';

/** The one place where an account is made, and told of. */
@Injectable()
export class CreateUser {
  constructor(
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Null where the e-mail is taken. */
  async create(manager: EntityManager, newUser: NewUser): Promise<UserRow | null> {
    const user = await this.users.insert(manager, newUser);
    if (user)
      await this.outbox.publish(manager, userRegistered, { subject: `user/${user.id}`, data: toRegistration(user) });
    return user;
  }
}
