import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  resolveSessionRequestSchema,
  type ResolvedSession,
  type ResolveSessionRequest,
} from '@shop/contracts/identity';
import { Access, zodPipe } from '@shop/service-kit';
import { SessionResolverService } from './session-resolver.service.js';

@Controller('internal/sessions')
export class SessionsController {
  constructor(@Inject(SessionResolverService) private readonly sessionResolver: SessionResolverService) {}

  @Post('resolve')
  @HttpCode(200)
  @Access('internal')
  resolve(@Body(zodPipe(resolveSessionRequestSchema)) request: ResolveSessionRequest): Promise<ResolvedSession> {
    return this.sessionResolver.resolveSession(request);
  }
}
