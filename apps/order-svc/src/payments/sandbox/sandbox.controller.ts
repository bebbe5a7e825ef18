import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import {
  sandboxChallengeRequestSchema,
  sandboxConfirmRequestSchema,
  type SandboxChallengeRequest,
  type SandboxConfirmation,
} from '@shop/contracts/order';
import { Access, zod } from '@shop/service-kit';
import type { z } from 'zod';
import { ShownAmount } from '../shown-amount.js';
import { PaymentProviders } from '../payment-providers.js';
import { AnswerSandboxChallenge } from './answer-sandbox-challenge.js';
import { ConfirmSandboxPayment } from './confirm-sandbox-payment.js';

@Controller('api/sandbox/payments')
export class SandboxController {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly shown: ShownAmount,
    private readonly confirmation: ConfirmSandboxPayment,
    private readonly challenges: AnswerSandboxChallenge,
  ) {}

  @Post('confirm')
  @HttpCode(200)
  @Access('session')
  async confirm(
    @Body(zod(sandboxConfirmRequestSchema)) body: z.output<typeof sandboxConfirmRequestSchema>,
  ): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.shown.require(body);
    return this.confirmation.execute(body);
  }

  @Post('challenge')
  @HttpCode(200)
  @Access('session')
  async answer(@Body(zod(sandboxChallengeRequestSchema)) body: SandboxChallengeRequest): Promise<SandboxConfirmation> {
    this.requireSandbox();
    await this.shown.require(body);
    return this.challenges.execute(body);
  }

  /** Once real money is taken, an order of the sandbox's days must not be had for a test card. */
  private requireSandbox(): void {
    if (this.providers.current.name !== 'sandbox')
      throw new DomainError('SANDBOX_OFF', 'not-found', SENTENCES.notFound);
  }
}
