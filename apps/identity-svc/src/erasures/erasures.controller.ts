import { Body, Controller, Inject, Res } from '@nestjs/common';
import { type PasswordConfirmation } from '@shop/contracts-identity';
import { eraseAccount } from '@shop/contracts-identity/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { clearSession, type Reply } from '../sessions/sessions.controller.js';
import { SignInClient } from '../security/sign-in-client.js';
import { ErasuresService } from './erasures.service.js';

@Controller()
export class ErasuresController {
  constructor(@Inject(ErasuresService) private readonly erasuresService: ErasuresService) {}

  @Route(eraseAccount)
  async requestErasure(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(eraseAccount.body)) request: PasswordConfirmation,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    await this.erasuresService.requestErasure(caller, client, request);
    clearSession(reply);
    return {};
  }
}
