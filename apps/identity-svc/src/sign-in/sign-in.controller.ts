import { Body, Controller, Get, HttpCode, Inject, Post, Redirect, Res, UseGuards } from '@nestjs/common';
import { registerRequestSchema, type RegisterRequest, type User } from '@shop/contracts/identity';
import { Access, Caller, zod } from '@shop/service-kit';
import { clearSession, setSession, type Reply } from '../sessions/session-header.js';
import { toUser } from '../users/user.mapper.js';
import { PasswordGuard, ProvenAccount } from './password.guard.js';
import { Register } from './register.js';
import { SignIn, type SignedIn } from './sign-in.js';
import { SignOut } from './sign-out.js';

function answerSignedIn(reply: Reply, { user, sid }: SignedIn): User {
  setSession(reply, sid);
  return toUser(user);
}

@Controller('api')
export class SignInController {
  constructor(
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(Register) private readonly registration: Register,
    @Inject(SignOut) private readonly signOut: SignOut,
  ) {}

  /** D9: where two screens send the browser. */
  @Get('login')
  @Access('public')
  @Redirect('/auth', 302)
  goToSignIn(): void {}

  @Post('login')
  @HttpCode(200)
  @Access('public')
  @UseGuards(PasswordGuard)
  async login(
    @Caller() caller: Caller,
    @ProvenAccount() proven: ProvenAccount,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return answerSignedIn(reply, await this.signIn.signIn(caller, proven));
  }

  @Post('register')
  @Access('public')
  async register(
    @Caller() caller: Caller,
    @Body(zod(registerRequestSchema)) request: RegisterRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return answerSignedIn(reply, await this.registration.register(caller, request));
  }

  @Post('logout')
  @HttpCode(204)
  @Access('public')
  async logout(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signOut.here(caller);
    clearSession(reply);
  }

  @Post('user/sign-out-everywhere')
  @HttpCode(204)
  @Access('user')
  async logoutEverywhere(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signOut.everywhere(caller);
    clearSession(reply);
  }
}
