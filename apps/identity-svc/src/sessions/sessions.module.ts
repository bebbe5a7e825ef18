import { Module } from '@nestjs/common';
import { CustomerSessions } from './customer-sessions.js';
import { ExpiredSessionsSweep } from './expired-sessions.sweep.js';
import { GuestClaimsRepository } from './guest-claims.repository.js';
import { IdentityTokenSigner } from './identity-token.signer.js';
import { ResolveSession } from './resolve-session.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';

@Module({
  controllers: [SessionsController],
  providers: [SessionsRepository, GuestClaimsRepository, IdentityTokenSigner, ResolveSession, CustomerSessions, ExpiredSessionsSweep],
  exports: [CustomerSessions],
})
export class SessionsModule {}
