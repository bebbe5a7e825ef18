import { Body, Controller, Inject } from '@nestjs/common';
import {
  type ChangePasswordRequest,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts/identity';
import { changePassword, requestPasswordReset, resetPassword } from '@shop/contracts/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
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
  ): Promise<object> {
    await this.passwordsService.changePassword(caller, client, request);
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
  ): Promise<object> {
    await this.passwordsService.resetPassword(client, request);
    return EMPTY_RESPONSE;
  }
}
