import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordGuard } from './password.guard.js';
import { PasswordStrategy } from './password.strategy.js';
import { RegistrationService } from './registration.service.js';
import { SignInController } from './sign-in.controller.js';
import { SignInService } from './sign-in.service.js';
import { SignOutService } from './sign-out.service.js';

@Module({
  imports: [UsersModule, SessionsModule, PasswordsModule],
  controllers: [SignInController],
  providers: [PasswordStrategy, PasswordGuard, SignInService, RegistrationService, SignOutService],
})
export class SignInModule {}
