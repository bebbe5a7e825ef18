import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { UserSession } from '@shop/contracts-identity';
import { endUserSession, listUserSessions } from '@shop/contracts-identity/routes';
import { Caller, Route, uuidPipe } from '@shop/service-kit';
import { SignInClient } from '../security/sign-in-client.js';
import { clearSession, type Reply } from './sessions.controller.js';
import { UserSessionsService } from './user-sessions.service.js';

/** Where the signed-in user is signed in. */
@Controller()
export class UserSessionsController {
  constructor(@Inject(UserSessionsService) private readonly userSessions: UserSessionsService) {}

  @Route(listUserSessions)
  listSessions(@Caller() caller: Caller): Promise<UserSession[]> {
    return this.userSessions.listSessions(caller);
  }

  @Route(endUserSession)
  async endSession(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Param('id', uuidPipe) id: string,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<void> {
    const { isCurrent } = await this.userSessions.endSession(caller, client, id);
    if (isCurrent) clearSession(reply);
  }
}
