import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { sandboxConfirmRequestSchema, type SandboxConfirmation } from '@shop/contracts/order';
import { Access, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { ConfirmSandboxPayment } from './confirm-sandbox-payment.js';

@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(private readonly confirmation: ConfirmSandboxPayment) {}

  @Post('confirm')
  @HttpCode(200)
  @Access('session')
  confirm(@Body(zod(sandboxConfirmRequestSchema)) body: z.output<typeof sandboxConfirmRequestSchema>): Promise<SandboxConfirmation> {
    return this.confirmation.execute(body);
  }
}
