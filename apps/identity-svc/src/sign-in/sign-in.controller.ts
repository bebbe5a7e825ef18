import { Body, Controller, Headers, Inject, Redirect, Res, UseGuards } from '@nestjs/common';
import { type PasswordConfirmation, type RegisterRequest, type User } from '@shop/contracts-identity';
import {
  checkSignIn,
  confirmPassword,
  register,
  signIn,
  signOut,
  signOutEverywhere,
} from '@shop/contracts-identity/routes';
import { Caller, parseIdempotencyKey, zodPipe, Route } from '@shop/service-kit';
import { clearSession, setSession, type Reply } from '../sessions/sessions.controller.js';
import { createBrowserCookie, SignInClient } from '../security/sign-in-client.js';
import { PasswordGuard, ProvenAccount } from './password.guard.js';
import { SignInService, type SignedIn } from './sign-in.service.js';

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
    @SignInClient() client: SignInClient,
    @ProvenAccount() proven: ProvenAccount,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return this.sendSignedIn(reply, await this.signInService.signIn(caller, client, proven));
  }

  @Route(register)
  async register(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(register.body)) request: RegisterRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    const signedIn = await this.signInService.registerUser(caller, client, request, parseIdempotencyKey(key));
    return this.sendSignedIn(reply, signedIn);
  }

  @Route(signOut)
  async logout(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<void> {
    await this.signInService.signOut(caller, client);
    clearSession(reply);
  }

  @Route(signOutEverywhere)
  async logoutEverywhere(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<void> {
    await this.signInService.signOutEverywhere(caller, client);
    clearSession(reply);
  }

  @Route(confirmPassword)
  async confirmPassword(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(confirmPassword.body)) request: PasswordConfirmation,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<void> {
    this.sendSignedIn(reply, await this.signInService.confirmPassword(caller, client, request));
  }

  private sendSignedIn(reply: Reply, { user, sid, browserId }: SignedIn): User {
    setSession(reply, sid);
    reply.header('set-cookie', createBrowserCookie(browserId));
    return user;
  }
}
