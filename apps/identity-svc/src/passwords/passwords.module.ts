import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChangePassword } from './change-password.js';
import { PasswordAttempts } from './password-attempts.js';
import { PasswordResets } from './password-resets.js';
import { PasswordsController } from './passwords.controller.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [PasswordsController],
  providers: [ChangePassword, PasswordResets, PasswordAttempts, ResetTokensRepository],
  exports: [PasswordAttempts, ResetTokensRepository],
})
export class PasswordsModule {}
