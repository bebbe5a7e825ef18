import { Body, Controller, Get, HttpCode, Inject, Post, Redirect, Res, UseGuards } from '@nestjs/common';
import { registerRequestSchema, type RegisterRequest, type User } from '@shop/contracts/identity';
import { Access, Caller, zodPipe } from '@shop/service-kit';
import { clearSession, setSession, type Reply } from '../sessions/session-header.js';
import { toUser } from '../users/user.mapper.js';
import { PasswordGuard, ProvenAccount } from './password.guard.js';
import { RegistrationService } from './registration.service.js';
import { SignInService, type SignedIn } from './sign-in.service.js';
import { SignOutService } from './sign-out.service.js';

function sendSignedIn(reply: Reply, { user, sid }: SignedIn): User {
  setSession(reply, sid);
  return toUser(user);
}

@Controller('api')
export class SignInController {
  constructor(
    @Inject(SignInService) private readonly signInService: SignInService,
    @Inject(RegistrationService) private readonly registrationService: RegistrationService,
    @Inject(SignOutService) private readonly signOutService: SignOutService,
  ) {}

  /** Two screens send the browser here. */
  @Get('login')
  @Access('public')
  @Redirect('/auth', 302)
  redirectToSignIn(): void {}

  @Post('login')
  @HttpCode(200)
  @Access('public')
  @UseGuards(PasswordGuard)
  async login(
    @Caller() caller: Caller,
    @ProvenAccount() proven: ProvenAccount,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return sendSignedIn(reply, await this.signInService.signIn(caller, proven));
  }

  @Post('register')
  @Access('public')
  async register(
    @Caller() caller: Caller,
    @Body(zodPipe(registerRequestSchema)) request: RegisterRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return sendSignedIn(reply, await this.registrationService.registerUser(caller, request));
  }

  @Post('logout')
  @HttpCode(204)
  @Access('public')
  async logout(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signOutService.signOut(caller);
    clearSession(reply);
  }

  @Post('user/sign-out-everywhere')
  @HttpCode(204)
  @Access('user')
  async logoutEverywhere(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signOutService.signOutEverywhere(caller);
    clearSession(reply);
  }
}
