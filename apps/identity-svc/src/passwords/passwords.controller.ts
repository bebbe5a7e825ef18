import { Body, Controller, Inject } from '@nestjs/common';
import {
  type ChangePasswordRequest,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts/identity';
import { changePassword, requestPasswordReset, resetPassword } from '@shop/contracts/routes';
import { Caller, zodPipe, Route } from '@shop/service-kit';
import { PasswordsService } from './passwords.service.js';

/** Clients parse the response as JSON, but need no content. */
const EMPTY_RESPONSE = {};

@Controller()
export class PasswordsController {
  constructor(@Inject(PasswordsService) private readonly passwordsService: PasswordsService) {}

  @Route(changePassword)
  async changePassword(
    @Caller() caller: Caller,
    @Body(zodPipe(changePassword.body)) request: ChangePasswordRequest,
  ): Promise<object> {
    await this.passwordsService.changePassword(caller, request);
    return EMPTY_RESPONSE;
  }

  @Route(requestPasswordReset)
  async requestReset(@Body(zodPipe(requestPasswordReset.body)) { email }: ForgotPasswordRequest): Promise<object> {
    await this.passwordsService.requestReset(email);
    return EMPTY_RESPONSE;
  }

  @Route(resetPassword)
  async resetPassword(@Body(zodPipe(resetPassword.body)) request: ResetPasswordRequest): Promise<object> {
    await this.passwordsService.resetPassword(request);
    return EMPTY_RESPONSE;
  }
}
