import { Controller, Get, Inject, type StreamableFile } from '@nestjs/common';
import type { User } from '@shop/contracts-identity';
import { getCurrentUser } from '@shop/contracts-identity/routes';
import { Access, Caller, Route, toTarResponse } from '@shop/service-kit';
import { SignInClient } from '../security/sign-in-client.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(@Inject(UsersService) private readonly usersService: UsersService) {}

  @Route(getCurrentUser)
  getUser(@Caller() caller: Caller): Promise<User> {
    return this.usersService.getUser(caller);
  }

  @Get('internal/personal-data')
  @Access('user')
  downloadPersonalData(@Caller() caller: Caller, @SignInClient() client: SignInClient): Promise<StreamableFile> {
    return toTarResponse(this.usersService.exportFiles(caller, client));
  }
}
