import { Body, Controller, Headers, Inject, Res } from '@nestjs/common';
import {
  type ChangePasswordRequest,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts-identity';
import { changePassword, requestPasswordReset, resetPassword } from '@shop/contracts-identity/routes';
import { Caller, parseIdempotencyKey, zodPipe, Route } from '@shop/service-kit';
import { setSession, type Reply } from '../sessions/sessions.controller.js';
import { SignInClient } from '../security/sign-in-client.js';
import { PasswordsService } from './passwords.service.js';
import { ResetLinksService } from './reset-links.service.js';

/** Clients parse the response as JSON, but need no content. */
const EMPTY_RESPONSE = {};

@Controller()
export class PasswordsController {
  constructor(
    @Inject(PasswordsService) private readonly passwordsService: PasswordsService,
    @Inject(ResetLinksService) private readonly resetLinks: ResetLinksService,
  ) {}

  @Route(changePassword)
  async changePassword(
    @Caller() caller: Caller,
    @SignInClient() client: SignInClient,
    @Body(zodPipe(changePassword.body)) request: ChangePasswordRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<object> {
    const sid = await this.passwordsService.changePassword(caller, client, request, parseIdempotencyKey(key));
    setSession(reply, sid);
    return EMPTY_RESPONSE;
  }

  @Route(requestPasswordReset)
  async requestReset(
    @SignInClient() client: SignInClient,
    @Body(zodPipe(requestPasswordReset.body)) { email }: ForgotPasswordRequest,
  ): Promise<object> {
    await this.resetLinks.requestReset(email, client);
    return EMPTY_RESPONSE;
  }

  @Route(resetPassword)
  async resetPassword(
    @SignInClient() client: SignInClient,
    @Body(zodPipe(resetPassword.body)) request: ResetPasswordRequest,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<object> {
    await this.passwordsService.resetPassword(client, request, parseIdempotencyKey(key));
    return EMPTY_RESPONSE;
  }
}
