import { Body, Controller, Inject, Redirect, Res, UseGuards } from '@nestjs/common';
import { type RegisterRequest, type User } from '@shop/contracts/identity';
import { checkSignIn, register, signIn, signOut, signOutEverywhere } from '@shop/contracts/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { clearSession, setSession, type Reply } from '../sessions/sessions.controller.js';
import { toUser } from '../users/user.mapper.js';
import { PasswordGuard, ProvenAccount } from './password.guard.js';
import { SignInService, type SignedIn } from './sign-in.service.js';

function sendSignedIn(reply: Reply, { user, sid }: SignedIn): User {
  setSession(reply, sid);
  return toUser(user);
}

@Controller()
export class SignInController {
  constructor(@Inject(SignInService) private readonly signInService: SignInService) {}

  /** Two screens send the browser here. */
  @Route(checkSignIn)
  @Redirect('/auth', 302)
  redirectToSignIn(): void {}

  @Route(signIn)
  @UseGuards(PasswordGuard)
  async login(
    @Caller() caller: Caller,
    @ProvenAccount() proven: ProvenAccount,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return sendSignedIn(reply, await this.signInService.signIn(caller, proven));
  }

  @Route(register)
  async register(
    @Caller() caller: Caller,
    @Body(zodPipe(register.body)) request: RegisterRequest,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return sendSignedIn(reply, await this.signInService.registerUser(caller, request));
  }

  @Route(signOut)
  async logout(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signInService.signOut(caller);
    clearSession(reply);
  }

  @Route(signOutEverywhere)
  async logoutEverywhere(@Caller() caller: Caller, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signInService.signOutEverywhere(caller);
    clearSession(reply);
  }
}
