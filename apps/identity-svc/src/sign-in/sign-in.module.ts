import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { Register } from './register.js';
import { SignInAttempts } from './sign-in-attempts.repository.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.js';

@Module({
  imports: [UsersModule, SessionsModule],
  controllers: [SignInController],
  providers: [SignIn, Register, SignInAttempts],
})
export class SignInModule {}
