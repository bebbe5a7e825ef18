import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { Register } from './register.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.js';

@Module({
  imports: [UsersModule, SessionsModule, PasswordsModule],
  controllers: [SignInController],
  providers: [SignIn, Register],
})
export class SignInModule {}
