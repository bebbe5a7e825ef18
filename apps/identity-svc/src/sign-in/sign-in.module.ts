import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordGuard } from './password.guard.js';
import { PasswordStrategy } from './password.strategy.js';
import { Register } from './register.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.js';
import { SignOut } from './sign-out.js';

@Module({
  imports: [UsersModule, SessionsModule, PasswordsModule],
  controllers: [SignInController],
  providers: [PasswordStrategy, PasswordGuard, SignIn, Register, SignOut],
})
export class SignInModule {}
