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
import { ConfirmedAmountService } from '../confirmed-amount.service.js';
import { PaymentProviderRegistry } from '../payment-provider.registry.js';
import { SandboxChallengeService } from './sandbox-challenge.service.js';
import { SandboxConfirmationService } from './sandbox-confirmation.service.js';

@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(
    private readonly paymentProviders: PaymentProviderRegistry,
    private readonly confirmedAmounts: ConfirmedAmountService,
    private readonly confirmations: SandboxConfirmationService,
    private readonly challenges: SandboxChallengeService,
  ) {}

  @Post('confirm')
  @HttpCode(200)
  @Access('session')
  async confirmPayment(
    @Body(zodPipe(sandboxConfirmRequestSchema)) body: z.output<typeof sandboxConfirmRequestSchema>,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.confirmedAmounts.requireCurrentAmount(body);
    return this.confirmations.confirmPayment(body);
  }

  @Post('challenge')
  @HttpCode(200)
  @Access('session')
  async answerChallenge(
    @Body(zodPipe(sandboxChallengeRequestSchema)) body: SandboxChallengeRequest,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.confirmedAmounts.requireCurrentAmount(body);
    return this.challenges.answerChallenge(body);
  }

  /** With real payments on, a test card must not pay for an order that was begun in the sandbox. */
  private requireSandbox(): void {
    if (this.paymentProviders.current.name !== 'sandbox')
      throw new DomainError('SANDBOX_OFF', 'not-found', MESSAGES.notFound);
  }
}
