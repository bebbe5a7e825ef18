import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountAttemptsService } from './account-attempts.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordsService } from './passwords.service.js';
import { PasswordCheckService } from './password-check.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { PasswordsController } from './passwords.controller.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [PasswordsController],
  providers: [
    PasswordCheckService,
    PasswordsService,
    PasswordChangeService,
    PasswordResetsService,
    AccountAttemptsService,
    ResetTokensRepository,
  ],
  exports: [PasswordCheckService, AccountAttemptsService, ResetTokensRepository],
})
export class PasswordsModule {}
