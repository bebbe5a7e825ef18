import { Controller, Get, Inject } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import type { User } from '@shop/contracts/identity';
import { Access, Caller } from '@shop/service-kit';
import { toUser } from './user.mapper.js';
import { UsersRepository } from './users.repository.js';

@Controller('api/user')
export class UsersController {
  constructor(@Inject(UsersRepository) private readonly usersRepository: UsersRepository) {}

  @Get()
  @Access('user')
  async getUser(@Caller() caller: Caller): Promise<User> {
    const user = caller.kind === 'user' ? await this.usersRepository.findOpenById(caller.userId) : null;
    if (!user) throw new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
    return toUser(user);
  }
}
