import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { eraseAccountRequestSchema, type EraseAccountRequest } from '@shop/contracts/identity';
import { Access, Caller, zodPipe } from '@shop/service-kit';
import { clearSession, type Reply } from '../sessions/session-header.js';
import { AccountErasureService } from './account-erasure.service.js';

@Controller('api/user')
export class ErasuresController {
  constructor(@Inject(AccountErasureService) private readonly accountErasure: AccountErasureService) {}

  @Post('erase')
  @HttpCode(202)
  @Access('user')
  async requestErasure(
    @Caller() caller: Caller,
    @Body(zodPipe(eraseAccountRequestSchema)) request: EraseAccountRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    await this.accountErasure.requestErasure(caller, request);
    clearSession(reply);
    return {};
  }
}
