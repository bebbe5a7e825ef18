import { Controller, Inject } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { User } from '@shop/contracts/identity';
import { getCurrentUser } from '@shop/contracts/routes';
import { Caller, Route } from '@shop/service-kit';
import { toUser } from './user.mapper.js';
import { UsersRepository } from './users.repository.js';

@Controller()
export class UsersController {
  constructor(@Inject(UsersRepository) private readonly usersRepository: UsersRepository) {}

  @Route(getCurrentUser)
  async getUser(@Caller() caller: Caller): Promise<User> {
    const user = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (!user) throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    return toUser(user);
  }
}
