import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import {
  changePasswordRequestSchema,
  forgotPasswordRequestSchema,
  resetPasswordRequestSchema,
  type ChangePasswordRequest,
  type ForgotPasswordRequest,
  type ResetPasswordRequest,
} from '@shop/contracts/identity';
import { Access, Caller, zod } from '@shop/service-kit';
import { ChangePassword } from './change-password.js';
import { PasswordResets } from './password-resets.js';

/** The screens read an answer, and nothing in it. */
const DONE = {};

@Controller('api')
export class PasswordsController {
  constructor(
    @Inject(ChangePassword) private readonly changing: ChangePassword,
    @Inject(PasswordResets) private readonly resets: PasswordResets,
  ) {}

  @Post('user/change-password')
  @HttpCode(200)
  @Access('user')
  async change(
    @Caller() caller: Caller,
    @Body(zod(changePasswordRequestSchema)) request: ChangePasswordRequest,
  ): Promise<object> {
    await this.changing.change(caller, request);
    return DONE;
  }

  @Post('forgot-password')
  @HttpCode(200)
  @Access('public')
  async forgot(@Body(zod(forgotPasswordRequestSchema)) { email }: ForgotPasswordRequest): Promise<object> {
    await this.resets.request(email);
    return DONE;
  }

  @Post('reset-password')
  @HttpCode(200)
  @Access('public')
  async reset(@Body(zod(resetPasswordRequestSchema)) request: ResetPasswordRequest): Promise<object> {
    await this.resets.reset(request);
    return DONE;
  }
}
