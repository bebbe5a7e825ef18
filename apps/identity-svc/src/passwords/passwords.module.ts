import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountAttempts } from './account-attempts.js';
import { ChangePassword } from './change-password.js';
import { NewPassword } from './new-password.js';
import { PasswordCheck } from './password-check.js';
import { PasswordResets } from './password-resets.js';
import { PasswordsController } from './passwords.controller.js';
import { ResetTokensRepository } from './reset-tokens.repository.js';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [PasswordsController],
  providers: [PasswordCheck, NewPassword, ChangePassword, PasswordResets, AccountAttempts, ResetTokensRepository],
  exports: [PasswordCheck, AccountAttempts, ResetTokensRepository],
})
export class PasswordsModule {}
