import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  changePasswordRequestSchema,
  forgotPasswordRequestSchema,
  resetPasswordRequestSchema,
  type ChangePasswordRequest,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts/identity';
import { Access, Caller, zodPipe } from '@shop/service-kit';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordResetsService } from './password-resets.service.js';

/** Clients parse the response as JSON, but need no content. */
const EMPTY_RESPONSE = {};

@Controller('api')
export class PasswordsController {
  constructor(
    @Inject(PasswordChangeService) private readonly passwordChange: PasswordChangeService,
    @Inject(PasswordResetsService) private readonly passwordResets: PasswordResetsService,
  ) {}

  @Post('user/change-password')
  @HttpCode(200)
  @Access('user')
  async changePassword(
    @Caller() caller: Caller,
    @Body(zodPipe(changePasswordRequestSchema)) request: ChangePasswordRequest,
  ): Promise<object> {
    await this.passwordChange.changePassword(caller, request);
    return EMPTY_RESPONSE;
  }

  @Post('forgot-password')
  @HttpCode(200)
  @Access('public')
  async requestReset(@Body(zodPipe(forgotPasswordRequestSchema)) { email }: ForgotPasswordRequest): Promise<object> {
    await this.passwordResets.requestReset(email);
    return EMPTY_RESPONSE;
  }

  @Post('reset-password')
  @HttpCode(200)
  @Access('public')
  async resetPassword(@Body(zodPipe(resetPasswordRequestSchema)) request: ResetPasswordRequest): Promise<object> {
    await this.passwordResets.resetPassword(request);
    return EMPTY_RESPONSE;
  }
}
