import { Module } from '@nestjs/common';
import { CustomerSessionsService } from './customer-sessions.service.js';
import { GuestClaimsRepository } from './guest-claims.repository.js';
import { IdentityTokenSigner } from './identity-token.signer.js';
import { SessionResolverService } from './session-resolver.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';

@Module({
  controllers: [SessionsController],
  providers: [
    SessionsRepository,
    GuestClaimsRepository,
    IdentityTokenSigner,
    SessionResolverService,
    CustomerSessionsService,
  ],
  exports: [CustomerSessionsService, SessionsRepository],
})
export class SessionsModule {}
