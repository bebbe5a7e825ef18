import { Inject, Injectable } from '@nestjs/common';
import { userRegistered } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { EntityManager } from 'typeorm';
import { toRegistration } from './user.mapper.js';
import { UsersRepository, type NewUser, type UserRow } from './users.repository.js';

/** The only place that creates accounts and publishes `user.registered`. */
@Injectable()
export class UsersService {
  constructor(
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /** Returns null if the email address is taken. */
  async createUser(manager: EntityManager, newUser: NewUser): Promise<UserRow | null> {
    const user = await this.usersRepository.insertUser(manager, newUser);
    if (user)
      await this.outbox.publish(manager, userRegistered, { subject: `user/${user.id}`, data: toRegistration(user) });
    return user;
  }
}
