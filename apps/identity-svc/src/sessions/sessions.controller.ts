import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  resolveSessionRequestSchema,
  type ResolvedSession,
  type ResolveSessionRequest,
} from '@shop/contracts/identity';
import { Access, zod } from '@shop/service-kit';
import { ResolveSession } from './resolve-session.js';

@Controller('internal/sessions')
export class SessionsController {
  constructor(@Inject(ResolveSession) private readonly sessions: ResolveSession) {}

  @Post('resolve')
  @HttpCode(200)
  @Access('internal')
  resolve(@Body(zod(resolveSessionRequestSchema)) request: ResolveSessionRequest): Promise<ResolvedSession> {
    return this.sessions.resolve(request);
  }
}
