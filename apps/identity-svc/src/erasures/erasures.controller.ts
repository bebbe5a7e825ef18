import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { eraseAccountRequestSchema, type EraseAccountRequest } from '@shop/contracts/identity';
import { Access, Caller, zod } from '@shop/service-kit';
import { clearSession, type Reply } from '../sessions/session-header.js';
import { EraseAccount } from './erase-account.js';

@Controller('api/user')
export class ErasuresController {
  constructor(@Inject(EraseAccount) private readonly account: EraseAccount) {}

  @Post('erase')
  @HttpCode(202)
  @Access('user')
  async erase(
    @Caller() caller: Caller,
    @Body(zod(eraseAccountRequestSchema)) request: EraseAccountRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    await this.account.erase(caller, request);
    clearSession(reply);
    return {};
  }
}
