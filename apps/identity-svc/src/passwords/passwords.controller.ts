import { Body, Controller, Inject } from '@nestjs/common';
import {
  type ChangePasswordRequest,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts/identity';
import { changePassword, requestPasswordReset, resetPassword } from '@shop/contracts/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetsService } from './password-resets.service.js';

/** Clients parse the response as JSON, but need no content. */
const EMPTY_RESPONSE = {};

@Controller()
export class PasswordsController {
  constructor(
    @Inject(PasswordChangeService) private readonly passwordChange: PasswordChangeService,
    @Inject(PasswordResetsService) private readonly passwordResets: PasswordResetsService,
  ) {}

  @Route(changePassword)
  async changePassword(
    @Caller() caller: Caller,
    @Body(zodPipe(changePassword.body)) request: ChangePasswordRequest,
  ): Promise<object> {
    await this.passwordChange.changePassword(caller, request);
    return EMPTY_RESPONSE;
  }

  @Route(requestPasswordReset)
  async requestReset(@Body(zodPipe(requestPasswordReset.body)) { email }: ForgotPasswordRequest): Promise<object> {
    await this.passwordResets.requestReset(email);
    return EMPTY_RESPONSE;
  }

  @Route(resetPassword)
  async resetPassword(@Body(zodPipe(resetPassword.body)) request: ResetPasswordRequest): Promise<object> {
    await this.passwordResets.resetPassword(request);
    return EMPTY_RESPONSE;
  }
}
