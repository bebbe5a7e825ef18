import { Body, Controller, Inject, Redirect, Res, UseGuards } from '@nestjs/common';
import { type RegisterRequest, type User } from '@shop/contracts/identity';
import { checkSignIn, register, signIn, signOut, signOutEverywhere } from '@shop/contracts/routes';
import { Caller, CONFIG, zodPipe, Route } from '@shop/service-kit';
import type { Config } from '../config.js';
import { clearSession, setSession, type Reply } from '../sessions/sessions.controller.js';
import { toUser } from '../users/user.mapper.js';
import { createBrowserCookie, SignInClient } from '../security/sign-in-client.js';
import { PasswordGuard, ProvenAccount } from './password.guard.js';
import { SignInService, type SignedIn } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(
    @Inject(SignInService) private readonly signInService: SignInService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

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
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<User> {
    return this.sendSignedIn(reply, await this.signInService.registerUser(caller, client, request));
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

  private sendSignedIn(reply: Reply, { user, sid, newBrowserId }: SignedIn): User {
    setSession(reply, sid);
    if (newBrowserId !== null)
      reply.header(
        'set-cookie',
        createBrowserCookie(newBrowserId, this.config.SITE_URL?.startsWith('https:') ?? false),
      );
    return toUser(user);
  }
}
