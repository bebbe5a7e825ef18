import { Body, Controller, Inject, Res } from '@nestjs/common';
import { type EraseAccountRequest } from '@shop/contracts/identity';
import { eraseAccount } from '@shop/contracts/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { clearSession, type Reply } from '../sessions/session-header.js';
import { AccountErasureService } from './account-erasure.service.js';

@Controller()
export class ErasuresController {
  constructor(@Inject(AccountErasureService) private readonly accountErasure: AccountErasureService) {}

  @Route(eraseAccount)
  async requestErasure(
    @Caller() caller: Caller,
    @Body(zodPipe(eraseAccount.body)) request: EraseAccountRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    await this.accountErasure.requestErasure(caller, request);
    clearSession(reply);
    return {};
  }
}
