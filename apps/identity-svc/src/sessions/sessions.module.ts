import { Module } from '@nestjs/common';
import { CustomerSessions } from './customer-sessions.js';
import { GuestClaimsRepository } from './guest-claims.repository.js';
import { IdentityTokenSigner } from './identity-token.signer.js';
import { ResolveSession } from './resolve-session.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';

@Module({
  controllers: [SessionsController],
  providers: [SessionsRepository, GuestClaimsRepository, IdentityTokenSigner, ResolveSession, CustomerSessions],
  exports: [CustomerSessions, SessionsRepository],
})
export class SessionsModule {}
