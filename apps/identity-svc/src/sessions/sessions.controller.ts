import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  resolveSessionRequestSchema,
  type ResolvedSession,
  type ResolveSessionRequest,
} from '@shop/contracts/identity';
import { Access, zodPipe } from '@shop/service-kit';
import { SessionsService } from './sessions.service.js';

@Controller('internal/sessions')
export class SessionsController {
  constructor(@Inject(SessionsService) private readonly sessionsService: SessionsService) {}

  @Post('resolve')
  @HttpCode(200)
  @Access('internal')
  resolve(@Body(zodPipe(resolveSessionRequestSchema)) request: ResolveSessionRequest): Promise<ResolvedSession> {
    return this.sessionsService.resolveSession(request);
  }
}
