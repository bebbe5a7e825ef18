import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { sandboxConfirmRequestSchema, type SandboxConfirmation } from '@shop/contracts/order';
import { Access, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { OrderEmail } from '../order-email.js';
import { ConfirmSandboxPayment } from './confirm-sandbox-payment.js';

@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(
    private readonly orderEmail: OrderEmail,
    private readonly confirmation: ConfirmSandboxPayment,
  ) {}

  @Post('confirm')
  @HttpCode(200)
  @Access('session')
  async confirm(@Body(zod(sandboxConfirmRequestSchema)) body: z.output<typeof sandboxConfirmRequestSchema>): Promise<SandboxConfirmation> {
    await this.orderEmail.require(body.clientSecret);
    return this.confirmation.execute(body);
  }
}
