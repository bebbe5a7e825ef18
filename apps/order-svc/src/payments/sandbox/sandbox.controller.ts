import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import {
  sandboxChallengeRequestSchema,
  sandboxConfirmRequestSchema,
  type SandboxChallengeRequest,
  type SandboxConfirmation,
} from '@shop/contracts/order';
import { Access, zodPipe } from '@shop/service-kit';
import type { z } from 'zod';
import { SandboxPaymentsService } from './sandbox-payments.service.js';
import { PaymentProviderRegistry } from '../payment-provider.registry.js';

@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly sandboxPayments: SandboxPaymentsService,
  ) {}

  @Post('confirm')
  @HttpCode(200)
  @Access('session')
  async confirmPayment(
    @Body(zodPipe(sandboxConfirmRequestSchema)) body: z.output<typeof sandboxConfirmRequestSchema>,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.sandboxPayments.requireCurrentAmount(body);
    return this.sandboxPayments.confirmPayment(body);
  }

  @Post('challenge')
  @HttpCode(200)
  @Access('session')
  async answerChallenge(
    @Body(zodPipe(sandboxChallengeRequestSchema)) body: SandboxChallengeRequest,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.sandboxPayments.requireCurrentAmount(body);
    return this.sandboxPayments.answerChallenge(body);
  }

  /** With real payments on, a test card must not pay for an order that was begun in the sandbox. */
  private requireSandbox(): void {
    if (this.paymentProviders.current.name !== 'sandbox')
      throw new DomainError('SANDBOX_OFF', 'not-found', MESSAGES.notFound);
  }
}
