import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  SESSION_HEADER,
  openGuestSessionRequestSchema,
  resolveSessionRequestSchema,
  type OpenGuestSessionRequest,
  type ResolvedSession,
  type ResolveSessionRequest,
} from '@shop/contracts-identity';
import { Access, zodPipe } from '@shop/service-kit';
import { SessionsService } from './sessions.service.js';

/** The used part of a Fastify reply. */
export interface Reply {
  header(name: string, value: string): unknown;
}

/** The gateway sets the cookie from this header, and removes the header. */
export const setSession = (reply: Reply, sid: string): void => void reply.header(SESSION_HEADER, sid);

/** The gateway deletes the cookie. */
export const clearSession = (reply: Reply): void => setSession(reply, '');

@Controller('internal/sessions')
export class SessionsController {
  constructor(@Inject(SessionsService) private readonly sessionsService: SessionsService) {}

  @Post('resolve')
  @HttpCode(200)
  @Access('internal')
  resolve(@Body(zodPipe(resolveSessionRequestSchema)) request: ResolveSessionRequest): Promise<ResolvedSession> {
    return this.sessionsService.resolveSession(request);
  }

  @Post('open')
  @HttpCode(204)
  @Access('internal')
  async open(@Body(zodPipe(openGuestSessionRequestSchema)) request: OpenGuestSessionRequest): Promise<void> {
    await this.sessionsService.openGuestSession(request);
  }
}
