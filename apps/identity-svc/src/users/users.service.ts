import { Inject, Injectable } from '@nestjs/common';
import { userRegistered } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { toRegistration } from './user.mapper.js';
import { UsersRepository, type NewUser, type UserRow } from './users.repository.js';

/** The one place where an account is made, and told of. */
@Injectable()
export class UsersService {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Null where the e-mail is taken. */
  async createUser(manager: EntityManager, newUser: NewUser): Promise<UserRow | null> {
    const user = await this.usersRepository.insertUser(manager, newUser);
    if (user)
      await this.outbox.publish(manager, userRegistered, { subject: `user/${user.id}`, data: toRegistration(user) });
    return user;
  }
}
