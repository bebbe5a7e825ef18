import { Body, Controller, Headers, Inject, Param, Query } from '@nestjs/common';
import type { SearchRequest } from '@shop/contracts-common';
import type { AdminUser, AdminUserDetail, AdminUsersQuery, ChangeRoleRequest } from '@shop/contracts-identity';
import {
  changeUserRole,
  endSessionsOfUser,
  eraseUser,
  getUser,
  listUsers,
  searchUsers,
} from '@shop/contracts-identity/routes';
import { Caller, parseIfMatch, Route, uuidPipe, zodPipe, type Page } from '@shop/service-kit';
import { AccountChangesService } from './account-changes.service.js';
import { AccountRolesService } from './account-roles.service.js';
import { AdminUsersService } from './admin-users.service.js';

@Controller()
export class AdminUsersController {
  constructor(
    @Inject(AdminUsersService) private readonly adminUsers: AdminUsersService,
    @Inject(AccountChangesService) private readonly accountChanges: AccountChangesService,
    @Inject(AccountRolesService) private readonly accountRoles: AccountRolesService,
  ) {}

  @Route(listUsers)
  listUsers(@Query(zodPipe(listUsers.query)) query: AdminUsersQuery): Promise<Page<AdminUser>> {
    return this.adminUsers.listUsers(query);
  }

  @Route(searchUsers)
  searchUsers(
    @Query(zodPipe(searchUsers.query)) query: AdminUsersQuery,
    @Body(zodPipe(searchUsers.body)) { words }: SearchRequest,
  ): Promise<Page<AdminUser>> {
    return this.adminUsers.listUsers(query, words);
  }

  @Route(getUser)
  getUser(@Param('id', uuidPipe) id: string): Promise<AdminUserDetail> {
    return this.adminUsers.getUser(id);
  }

  @Route(endSessionsOfUser)
  async endSessions(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminUserDetail> {
    await this.accountChanges.endSessions(caller, id);
    return this.adminUsers.getUser(id);
  }

  @Route(eraseUser)
  async eraseUser(@Caller() caller: Caller, @Param('id', uuidPipe) id: string): Promise<AdminUserDetail> {
    await this.accountChanges.eraseUser(caller, id);
    return this.adminUsers.getUser(id);
  }

  @Route(changeUserRole)
  async changeRole(
    @Caller() caller: Caller,
    @Param('id', uuidPipe) id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body(zodPipe(changeUserRole.body)) request: ChangeRoleRequest,
  ): Promise<AdminUserDetail> {
    await this.accountRoles.changeRole(caller, id, request, parseIfMatch(ifMatch));
    return this.adminUsers.getUser(id);
  }
}
